/**
 * A pattern in ripgrep's syntax as a JavaScript one, as far as they differ in what people write. Pure.
 */
export type Compiled =
  { readonly kind: 'ok'; readonly regexp: RegExp } | { readonly kind: 'invalid'; readonly shown: string };

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  blank: ' \\t',
  digit: '0-9',
  lower: 'a-z',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9A-Fa-f',
};

/** Case does not count. `^` and `$` stand for the ends of lines. */
export function toRegExp(pattern: string): Compiled {
  const [, flags = '', body = ''] = /^(?:\(\?([a-zA-Z]+)\))?([^]*)$/.exec(pattern) ?? [];
  if (/[^imsu]/.test(flags))
    return { kind: 'invalid', shown: `the flags (?${flags}) are not supported without ripgrep` };
  const source = body
    .replace(/\[:(\w+):\]/g, (whole, name: string) => POSIX_CLASSES[name] ?? whole)
    .replaceAll('(?P<', '(?<')
    .replaceAll(/(\\\\)|\\A/g, (_, escaped?: string) => escaped ?? '^')
    .replaceAll(/(\\\\)|\\z/g, (_, escaped?: string) => escaped ?? '$');
  const common = `gim${flags.includes('s') ? 's' : ''}`;
  const strict = compile(source, `${common}u`);
  if (strict.kind === 'ok') return strict;
  // Outside Unicode mode \p would silently stand for the letter p. Scripts go by their name alone in ripgrep.
  if (/\\p\{/i.test(source)) return compile(source.replace(/\\(p)\{(\w{3,})\}/gi, '\\$1{Script=$2}'), `${common}u`);
  // Unicode mode refuses needless escapes such as \-, which people write all the time.
  return compile(source, common);
}

function compile(source: string, flags: string): Compiled {
  try {
    return { kind: 'ok', regexp: new RegExp(source, flags) };
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^Invalid regular expression: .*: /s, '') : 'unknown reason';
    return { kind: 'invalid', shown: reason };
  }
}
