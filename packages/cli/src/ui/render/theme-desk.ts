/** The colours that count now, and how to change them while everything stands. */
import { createStyle, type ColorDepth, type Style } from './style.js';
import { DEFAULT_THEME, THEMES } from './theme.js';

export interface ThemeDesk {
  /** Paints in whatever theme is in use at the time. */
  readonly style: Style;
  /** Of the theme in use. */
  name(): string;
  /** What is printed already stays as it is until it is drawn anew. */
  use(name: string): void;
  /** A theme on trial. */
  styleOf(name: string): Style;
}

/** A name that no theme has counts as the default. */
export function createThemeDesk(named: string | undefined, depth: ColorDepth): ThemeDesk {
  const known = (name: string): string => (THEMES[name] === undefined ? DEFAULT_THEME : name);
  const styleOf = (name: string): Style => {
    const theme = THEMES[known(name)];
    if (theme === undefined) throw new Error('the default theme is missing');
    return createStyle(theme, depth);
  };
  let name = known(named ?? DEFAULT_THEME);
  let now = styleOf(name);
  const style = Object.fromEntries(
    (Object.keys(now) as (keyof Style)[]).map((role) => [role, (text: string) => now[role](text)]),
  ) as Style;
  return {
    style,
    name: () => name,
    use: (next) => {
      name = known(next);
      now = styleOf(name);
    },
    styleOf,
  };
}
