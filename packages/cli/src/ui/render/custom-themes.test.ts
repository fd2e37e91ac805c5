import { expect, it } from 'vitest';
import { customThemes } from './custom-themes.js';
import { THEMES } from './theme.js';

it('takes the colours that a theme has, and those of the default for the rest', () => {
  const mine = { name: 'Mine', type: 'custom', AccentPurple: '#ABC', Comment: 'gray', AccentRed: 'url(x)', Gray: 7 };
  expect(customThemes({ Mine: mine })).toEqual({
    Mine: { ...THEMES['Qwen Dark'], accent: '#abc', user: '#abc', keyword: '#abc', muted: 'gray', comment: 'gray' },
  });
});

it.each([undefined, 'x', [], { Mine: 'dark' }, { ANSI: { AccentRed: 'red' } }])('passes over %j', (settings) => {
  expect(customThemes(settings)).toEqual({});
});
