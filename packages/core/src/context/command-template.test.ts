import { expect, it } from 'vitest';
import { parseTemplate, takesArgs, type TemplatePart } from './command-template.js';
import { fillTemplate, type TemplatePorts } from './fill-template.js';

const text = (words: string): TemplatePart => ({ kind: 'text', text: words });
const ARGS: TemplatePart = { kind: 'args' };

it.each<[string, TemplatePart[], boolean]>([
  ['plain', [text('plain')], false],
  ['fix {{args}} now', [text('fix '), ARGS, text(' now')], true],
  ['see @{docs/a b.md}', [text('see '), { kind: 'file', path: 'docs/a b.md' }], false],
  ['!{git diff}', [{ kind: 'shell', parts: [text('git diff')] }], false],
  ['!{grep {{args}} .}!', [{ kind: 'shell', parts: [text('grep '), ARGS, text(' .')] }, text('!')], true],
  ["!{awk '{print $1}' f}", [{ kind: 'shell', parts: [text("awk '{print $1}' f")] }], false],
  ['never closed !{ls', [text('never closed !{ls')], false],
  ['!{echo @{x}}', [{ kind: 'shell', parts: [text('echo @{x}')] }], false],
])('%j', (template, parts, takes) => {
  expect(parseTemplate(template)).toEqual(parts);
  expect(takesArgs(parts)).toBe(takes);
});

const ports: TemplatePorts = {
  runShell: (command) => Promise.resolve(`<${command}>`),
  readFile: (path) => Promise.resolve(`[${path} !{rm x} {{args}}]`),
  platform: 'linux',
};

it.each([
  ['Fix {{args}}.', 'it', 'Fix it.'],
  ['Fix it.\n', 'fast', 'Fix it.\n\nfast'],
  ['Fix it.', '', 'Fix it.'],
  ['@{a} {{args}}', '!{rm y}', '[a !{rm x} {{args}}] !{rm y}'],
  ['!{grep {{args}} f}', `a'; rm -rf ~; '`, String.raw`<grep 'a'\''; rm -rf ~; '\''' f>`],
])('%j with %j', async (template, args, expected) => {
  expect(await fillTemplate(parseTemplate(template), args, ports)).toBe(expected);
});

it('leaves out what would end a word of cmd.exe', async () => {
  const command = await fillTemplate(parseTemplate('!{find {{args}}}'), 'a" & del *', { ...ports, platform: 'win32' });
  expect(command).toBe('<find "a  del *">');
});
