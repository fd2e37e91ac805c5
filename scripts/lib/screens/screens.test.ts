/** The pictures of the guide: those that the pages name are there, those that are there are named, and none tells of a machine. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const GUIDE = new URL('../../../docs/guide/', import.meta.url);
const README = new URL('../../../README.md', import.meta.url);

const pages = [README, ...readdirSync(GUIDE).flatMap((name) => (name.endsWith('.md') ? [new URL(name, GUIDE)] : []))];
const named = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/!\[[^\]]+\]\(([^)]+\.svg)\)/g)].map(
    ([, path = '']) => new URL(path, page).href,
  ),
);
const files = readdirSync(new URL('screens/', GUIDE)).map((name) => new URL(`screens/${name}`, GUIDE));

it('names every picture there is, and no other', () => {
  expect([...new Set(named)].toSorted()).toEqual(files.map(({ href }) => href).toSorted());
});

it.each(files.map((file) => [file.pathname.split('/').at(-1), readFileSync(file, 'utf8')]))(
  'shows a screen and nothing of a machine in %s',
  (_name, svg) => {
    expect(svg).toMatch(/^<svg [^>]+>\n<title>[^<]{20,}<\/title>/);
    expect(svg).toContain('Qwen Code');
    expect(svg.match(/(?<![~\w./])\/(?:tmp|root|home|usr|var|opt|Users|private|work)\b[^<]*/g)).toBeNull();
    expect(svg.match(/\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b|localhost/g)).toBeNull();
  },
);
