/** What stands at the top of a conversation. Pure. */
import type { Facts } from '../state/view-state.js';
import { cut } from './lines.js';
import type { Look } from './look.js';

const LOGO = ['  ╭─╮ ', ' ╭┤◆├╮', '  ╰─╲ '];
/** Below this there is no room for a picture. */
const LOGO_WIDTH = 50;

export function bannerLines(
  { facts, tips }: { readonly facts: Facts; readonly tips: boolean },
  { style, width }: Look,
): string[] {
  const pictured = width >= LOGO_WIDTH;
  const room = width - (pictured ? 8 : 0);
  const words = [
    `${style.bold('Qwen Code')} ${style.muted(`v${facts.version}`)}`,
    style.muted(cut(facts.model, room)),
    style.muted(cut(facts.cwd, room)),
  ];
  const lines = pictured ? words.map((line, place) => `${style.accent(LOGO[place] ?? '')}  ${line}`) : words;
  return tips
    ? [...lines, '', style.muted(cut('/help lists the commands, ? the keys, @ names a file.', width))]
    : lines;
}
