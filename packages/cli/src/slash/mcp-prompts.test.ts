import { expect, it } from 'vitest';
import { mcpPromptCommands, readArguments, type OfferedPrompt } from './mcp-prompts.js';

const GREET: OfferedPrompt = {
  server: 'srv',
  name: 'greet',
  description: 'Greets',
  arguments: [{ name: 'who', description: 'Whom', required: true }, { name: 'how' }],
};

it.each<[string, unknown]>([
  ['--who="Anna B" --how=softly', { kind: 'ok', args: { who: 'Anna B', how: 'softly' } }],
  ["--who='x'", { kind: 'ok', args: { who: 'x' } }],
  [String.raw`--who="say \"hi\""`, { kind: 'ok', args: { who: 'say "hi"' } }],
  ['Anna', { kind: 'ok', args: { who: 'Anna' } }],
  ['"Anna B" very softly indeed', { kind: 'ok', args: { who: 'Anna B', how: 'very softly indeed' } }],
  ['--how=softly Anna', { kind: 'ok', args: { who: 'Anna', how: 'softly' } }],
  ['', { kind: 'refused', shown: '/greet needs --who; /greet help says more.' }],
  ['--when=now', { kind: 'refused', shown: '/greet has no argument "when"; /greet help lists them.' }],
  ['--who=a --how=b c', { kind: 'refused', shown: '/greet takes no further value; /greet help lists them.' }],
])('reads %j', (text, expected) => {
  expect(readArguments(text, GREET)).toEqual(expected);
});

it('sends what the prompt says as it is, and helps', async () => {
  const asked: unknown[] = [];
  const [command] = mcpPromptCommands({
    prompts: () => [GREET],
    getPrompt: (...question) => {
      asked.push(question.slice(0, 3));
      return Promise.resolve('Say "hello".');
    },
  });
  const signal = new AbortController().signal;
  expect(command).toMatchObject({ name: 'greet', aliases: ['srv:greet'], usage: '--who="…" [--how="…"]' });
  expect(await command?.run('Anna', signal)).toEqual({ kind: 'prompt', input: { text: 'Say "hello".' } });
  expect(asked).toEqual([['srv', 'greet', { who: 'Anna' }]]);
  expect(await command?.run('help', signal)).toEqual({
    kind: 'answer',
    shown: '/greet: Greets (MCP server srv)\n  --who (needed)  Whom\n  --how',
  });
});
