/**
 * Holds a shell command against a rule's spec: `git status`, `git *`, `npm run test:*`.
 * Pure, and unequal on purpose: allowing is strict, denying is generous.
 *
 * Allow: a command that could hold more than one plain program call never matches, so that it is asked about.
 * Deny and ask: any part of the command that begins with the spec matches. It is a guard rail, not a sandbox.
 */

/** Any of these may start another program, redirect, expand or hide something; so may a line break. */
const NOT_PLAIN = /[;&|<>`$(){}\\!^%\n\r\0]/;
const QUOTED = /"[^"]*"|'[^']*'/g;
const SEPARATORS = /[;&|\n\r(){}`$]+/;
const ASSIGNMENTS = /^(?:[A-Za-z_]\w*=\S*\s+)+/;
/** Programs that run the program named after them. */
const WRAPPERS = /^(?:sudo|env|command|exec|nohup|time|nice|xargs)\s+(?:-\S+\s+)*/;

export function allowsCommand(spec: string, command: string): boolean {
  const text = oneSpaced(command);
  const quotesBalance = !/["']/.test(text.replace(QUOTED, ''));
  return !NOT_PLAIN.test(command) && quotesBalance && beginsWith(text, spec);
}

export function mentionsCommand(spec: string, command: string): boolean {
  const unquoted = command.replace(/["'\\]/g, '');
  return [command, unquoted].some((text) => text.split(SEPARATORS).some((part) => partBegins(part, spec)));
}

function partBegins(part: string, spec: string): boolean {
  let text = oneSpaced(part);
  for (let before = ''; before !== text;) {
    if (beginsWith(text, spec) || beginsWith(withoutDirectory(text), spec)) return true;
    before = text;
    text = text.replace(ASSIGNMENTS, '').replace(WRAPPERS, '');
  }
  return false;
}

const oneSpaced = (text: string): string => text.trim().replace(/[ \t]+/g, ' ');
const withoutDirectory = (text: string): string => text.replace(/^\S*\//, '');

/** Whole words: `ls` begins `ls -a`, not `lsof`. A `*` stands for anything; a final ` *` or `:*` may stand for nothing. */
function beginsWith(text: string, spec: string): boolean {
  const words = oneSpaced(spec).replace(/(?: |:)\*$/, '');
  if (!words.includes('*')) return text === words || text.startsWith(`${words} `);
  const pattern = words.split('*').map(escapeRegExp).join('.*');
  return new RegExp(`^${pattern}(?: |$)`, 's').test(text);
}

const escapeRegExp = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
