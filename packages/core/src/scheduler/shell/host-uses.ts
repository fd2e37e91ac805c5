/** Which hosts the programs of a command line ask for something: for rules about domains. Pure; more rather than fewer. */
import { programName, type ShellUse } from './shell-use.js';

const FETCHERS = new Set(
  'curl wget http https xh aria2c lynx w3m links elinks axel httpie fetch ftp sftp invoke-webrequest iwr'.split(' '),
);

/** A word that may be a URL, as it is written; undefined where only the shell knows it. */
export function hostUses({ calls }: ShellUse): (string | undefined)[] {
  return calls
    .filter((call) => FETCHERS.has((programName(call) ?? '').toLowerCase().replace(/\.exe$/, '')))
    .flatMap(({ words }) => words.slice(1))
    .flatMap(({ value, open, head }) => {
      // The host is fixed once a `/` behind it is.
      if (!open || /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/$`{}*?[\]]+[/?#]/i.test(head))
        return [value, value.replace(/^[^=]*=/, '')];
      return value.startsWith('-') && !value.includes('=') ? [] : [undefined];
    });
}
