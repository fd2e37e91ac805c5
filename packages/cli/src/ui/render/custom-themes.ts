/** Themes of the user's own, `ui.customThemes` of the settings, in the roles of this screen. Pure. */
import { DEFAULT_THEME, THEMES, type Role, type Theme } from './theme.js';

/** Which of the colours of such a theme each role takes: the first that it has. */
const SOURCES: Readonly<Record<Role, readonly string[]>> = {
  accent: ['AccentPurple'],
  muted: ['Gray', 'Comment'],
  user: ['AccentPurple'],
  good: ['AccentGreen'],
  bad: ['AccentRed'],
  warning: ['AccentYellow'],
  info: ['AccentBlue'],
  code: ['AccentCyan'],
  heading: ['AccentBlue'],
  link: ['LightBlue', 'AccentBlue'],
  keyword: ['AccentPurple'],
  string: ['AccentGreen'],
  number: ['AccentYellow'],
  comment: ['Comment', 'Gray'],
  function: ['AccentBlue'],
  type: ['AccentCyan'],
  added: ['AccentGreen'],
  removed: ['AccentRed'],
};

const COLOUR = /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|black|red|green|yellow|blue|magenta|cyan|white|gray)$/i;

/** What is no theme, or has the name of a built-in one, is passed over; a colour that is missing is that of the default. */
export function customThemes(settings: unknown): Readonly<Record<string, Theme>> {
  if (!isObject(settings)) return {};
  const themes = Object.entries(settings).flatMap(([name, colours]) =>
    isObject(colours) && THEMES[name] === undefined ? [[name, themeOf(colours)] as const] : [],
  );
  return Object.fromEntries(themes);
}

const themeOf = (colours: Readonly<Record<string, unknown>>): Theme =>
  Object.fromEntries(
    Object.entries(SOURCES).map(([role, names]) => {
      const found = names.map((name) => colours[name]).find((value) => typeof value === 'string' && COLOUR.test(value));
      return [role, typeof found === 'string' ? found.toLowerCase() : THEMES[DEFAULT_THEME]?.[role as Role]];
    }),
  ) as Theme;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
