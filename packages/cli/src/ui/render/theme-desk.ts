/** The colours that count now, and how to change them while everything stands. */
import { customThemes } from './custom-themes.js';
import { createStyle, type ColorDepth, type Style } from './style.js';
import { DEFAULT_THEME, THEMES } from './theme.js';

export interface ThemeDesk {
  /** Paints in whatever theme is in use at the time. */
  readonly style: Style;
  /** Of the theme in use. */
  name(): string;
  /** Of all there are, the user's own last. */
  readonly names: readonly string[];
  /** What is printed already stays as it is until it is drawn anew. */
  use(name: string): void;
  /** A theme on trial. */
  styleOf(name: string): Style;
}

export interface ThemeSettings {
  readonly theme?: string | undefined;
  readonly customThemes?: unknown;
}

/** A name that no theme has counts as the default. */
export function createThemeDesk({ theme: named, customThemes: own }: ThemeSettings, depth: ColorDepth): ThemeDesk {
  const themes = { ...THEMES, ...customThemes(own) };
  const known = (name: string): string => (Object.hasOwn(themes, name) ? name : DEFAULT_THEME);
  const styleOf = (name: string): Style => {
    const theme = themes[known(name)];
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
    names: Object.keys(themes),
    use: (next) => {
      name = known(next);
      now = styleOf(name);
    },
    styleOf,
  };
}
