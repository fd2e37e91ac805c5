/**
 * Colours and weights as functions over text. With NO_COLOR colours fall away and weights stay; sixteen colours get the
 * theme that is made of them. Pure but for the terminal facts it is given.
 */
import { Chalk, supportsColor, type ColorName } from 'chalk';
import { THEMES, type Role, type Theme } from './theme.js';

/** 0 none, 1 the 16 colours, 2 the 256, 3 all. */
export type ColorDepth = 0 | 1 | 2 | 3;
type Paint = (text: string) => string;

export type Style = Readonly<Record<Role | 'bold' | 'dim' | 'italic' | 'underline' | 'strike' | 'inverse', Paint>>;

export function colorDepth(env: Readonly<Record<string, string | undefined>>): ColorDepth {
  if ((env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb') return 0;
  return supportsColor === false ? 0 : (supportsColor.level as ColorDepth);
}

/** Weights are no colours: NO_COLOR leaves them. */
const weights = new Chalk({ level: 1 });

export function createStyle(theme: Theme, depth: ColorDepth): Style {
  const chalk = new Chalk({ level: depth });
  const isOfSixteen = !Object.values(theme).some((colour) => colour.startsWith('#'));
  const colours = depth === 1 && !isOfSixteen ? (THEMES['ANSI'] ?? theme) : theme;
  const paint = (colour: string): Paint => {
    if (colour === '') return (text) => text;
    return alone(colour.startsWith('#') ? chalk.hex(colour) : chalk[colour as ColorName]);
  };
  const roles = Object.fromEntries(Object.entries(colours).map(([role, colour]) => [role, paint(colour)]));
  return {
    ...(roles as Record<Role, Paint>),
    bold: alone(weights.bold),
    dim: alone(weights.dim),
    italic: alone(weights.italic),
    underline: alone(weights.underline),
    strike: alone(weights.strikethrough),
    inverse: alone(weights.inverse),
  };
}

/** One text: chalk would take the index that `map` hands over for more of it. */
const alone =
  (paint: Paint): Paint =>
  (text) =>
    paint(text);

/** Says nothing but the words: for tests and screen readers. */
export const plainStyle: Style = new Proxy({} as Style, { get: () => (text: string) => text });
