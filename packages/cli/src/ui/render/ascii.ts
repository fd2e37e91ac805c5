/**
 * The signs of the screen for terminals that show no more than ASCII. Each becomes one sign of the same width, so that nothing
 * moves. Words are left as they are: what a model or a file says is theirs. Pure.
 */
const PAIRS: readonly (readonly [signs: string, ascii: string])[] = [
  ['─│╲╭╮╰╯├┤┬┴┼└┘┌┐', '-|\\+++++++++++++'],
  ['◆●◌•⊶✻▲▼✓✗✕☐☒', '******^v+xx.x'],
  ['·…⋯›➜▸«»‹↑↓▏', '...>>><><^v|'],
  ['█▓▒░', '##-.'],
  ['⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏', '|/-\\|/-\\|/'],
];

const ASCII: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap(([signs, ascii]) => [...signs].map((sign, place): [string, string] => [sign, ascii[place] ?? '?'])),
);

const ANY = new RegExp(`[${[...ASCII.keys()].join('')}]`, 'gu');

export const inAscii = (text: string): string => text.replace(ANY, (sign) => ASCII.get(sign) ?? sign);

/**
 * A locale that is set and is not UTF-8, or the console of Linux, whose font has few signs. No locale at all says nothing: many
 * containers have none and stand in terminals that show everything.
 */
export function needsAscii(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((value) => (value ?? '') !== '');
  return env['TERM'] === 'linux' || (locale !== undefined && !/utf-?8/i.test(locale));
}
