import { expect, it } from 'vitest';
import { noUiHere } from './no-ui-here.js';

it.each([
  [true, true, 'xterm-256color', undefined],
  [true, true, undefined, undefined],
  [false, true, 'xterm', /needs a terminal for input and output; .* use -p\.$/],
  [true, false, 'xterm', /needs a terminal for input and output; .* use -p\.$/],
  [true, true, 'dumb', /TERM=dumb .* use -p\.$/],
])('with stdin %s, stdout %s and TERM %s: %s', (stdin, stdout, TERM, expected) => {
  const refusal = noUiHere({ stdin: { isTTY: stdin }, stdout: { isTTY: stdout }, env: { TERM } });
  if (expected === undefined) expect(refusal).toBeUndefined();
  else expect(refusal).toMatch(expected);
});
