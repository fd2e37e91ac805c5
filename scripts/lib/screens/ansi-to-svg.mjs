/**
 * A captured screen as SVG: a row of text each, in the terminal's sixteen colours, which follow the reader's light or
 * dark scheme. Everything stands on a grid of its own, so that it lines up in any font. Pure.
 */

const [CELL, ROW, PAD] = [8.4, 18, 14];
const FONT = 14;

/** Black to white, then the bright ones, as they are readable on each ground. */
const LIGHT = {
  ground: '#ffffff',
  text: '#1f2328',
  line: '#d0d7de',
  colours: ['#1f2328', '#b3261e', '#1a7f37', '#8a5a00', '#0969da', '#8250df', '#0a7a85', '#57606a'],
  bright: ['#6e7781', '#cf222e', '#2da44e', '#9a6700', '#218bff', '#a475f9', '#1b93a0', '#1f2328'],
};
const DARK = {
  ground: '#15191f',
  text: '#e6edf3',
  line: '#30363d',
  colours: ['#8b949e', '#ff7b72', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#c9d1d9'],
  bright: ['#8b949e', '#ffa198', '#7ee787', '#f2cc60', '#a5d6ff', '#e2c5ff', '#76e3ea', '#ffffff'],
};

/** `screen`: lines with SGR sequences. `title` is read out in place of the picture. */
export function ansiToSvg(screen, { columns, title }) {
  const rows = rowsOf(screen.replace(/\s+$/, ''));
  const [width, height] = [round(columns * CELL + 2 * PAD), rows.length * ROW + 2 * PAD];
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${styles()}</style>`,
    `<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...rows.flatMap((runs, at) => runs.flatMap((run) => drawn(run, at))),
    '</svg>',
  ].join('\n')}\n`;
}

function styles() {
  const colours = ({ ground, text, line, colours: plain, bright }) => [
    `.ground{fill:${ground};stroke:${line}}`,
    `text{fill:${text}}`,
    ...[...plain, ...bright].map((colour, at) => `.c${at}{fill:${colour}}`),
    `.inverse{fill:${ground}}`,
    `.block{fill:${text}}`,
  ];
  return [
    `text{font:${FONT}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}`,
    '.bold{font-weight:700}.italic{font-style:italic}.dim{opacity:.65}.underline{text-decoration:underline}',
    ...colours(LIGHT),
    `@media (prefers-color-scheme:dark){${colours(DARK).join('')}}`,
  ].join('');
}

function drawn({ text, column, look }, row) {
  if (text.trim() === '' && !look.inverse) return [];
  const [x, y, wide] = [round(PAD + column * CELL), PAD + row * ROW, round([...text].length * CELL)];
  const names = [look.colour === undefined ? '' : `c${look.colour}`, ...WEIGHTS.filter((name) => look[name])];
  const box = look.inverse
    ? [`<rect class="${classOf(look)}" x="${x}" y="${y}" width="${wide}" height="${ROW}"/>`]
    : [];
  const classes = (look.inverse ? ['inverse'] : names).filter((name) => name !== '').join(' ');
  const attribute = classes === '' ? '' : ` class="${classes}"`;
  const place = `x="${x}" y="${y + FONT - 1}" textLength="${wide}" lengthAdjust="spacingAndGlyphs"`;
  return [...box, `<text${attribute} ${place} xml:space="preserve">${escaped(text)}</text>`];
}

const WEIGHTS = ['bold', 'italic', 'dim', 'underline'];
const classOf = ({ colour }) => (colour === undefined ? 'block' : `c${colour}`);
const round = (value) => Math.round(value * 10) / 10;
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Rows as pieces of one look each, which goes on over the ends of lines. Every sign takes one column. */
function rowsOf(screen) {
  let look = {};
  return screen.split('\n').map((line) => {
    const runs = [];
    let column = 0;
    for (const [, codes, text] of line.matchAll(/\u001b\[([\d;]*)m|([^\u001b]+)/g)) {
      if (codes !== undefined) look = codes.split(';').reduce((now, code) => withCode(now, Number(code)), look);
      if (text === undefined) continue;
      // Words keep their places by themselves: what stretches between them differs from font to font.
      for (const part of text.split(/(?<= {2})(?=[^ ])|(?<=[^ ])(?= {2})/)) {
        runs.push({ text: part, column, look });
        column += [...part].length;
      }
    }
    return runs;
  });
}

function withCode(look, code) {
  if (code === 0) return {};
  if (code >= 30 && code <= 37) return { ...look, colour: code - 30 };
  if (code >= 90 && code <= 97) return { ...look, colour: code - 90 + 8 };
  const change = CODES[code];
  return change === undefined ? look : { ...look, ...change };
}

const CODES = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  39: { colour: undefined },
};
