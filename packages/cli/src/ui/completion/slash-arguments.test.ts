import { expect, it } from 'vitest';
import { slashArgumentSource } from './slash-arguments.js';

const source = slashArgumentSource(() => [
  {
    name: 'model',
    aliases: ['m'],
    description: 'The model',
    usage: '[id]',
    complete: () => ['gpt', 'qwen-plus', 'qwen-max'],
  },
  { name: 'effort', aliases: [], description: 'How hard', usage: '[low|high]' },
  { name: 'clear', aliases: [], description: 'Start over', usage: '' },
]);

async function complete(text: string): Promise<{ values: string[]; help: string | undefined } | undefined> {
  const query = source.query(text, text.length);
  if (query === undefined) return undefined;
  const items = await source.find(query, new AbortController().signal);
  return { values: items.map(({ insert }) => text.slice(0, query.from) + insert), help: source.help?.(query) };
}

it.each([
  ['/model ', { values: ['/model gpt', '/model qwen-plus', '/model qwen-max'], help: '/model [id]  The model' }],
  ['/model qw', { values: ['/model qwen-plus', '/model qwen-max'], help: '/model [id]  The model' }],
  ['/m max', { values: ['/m qwen-max'], help: '/model [id]  The model' }],
  ['/effort ', { values: ['/effort low', '/effort high'], help: '/effort [low|high]  How hard' }],
  ['/clear ', { values: [], help: undefined }],
  ['/none ', { values: [], help: undefined }],
  ['/model', undefined],
  ['/model @src', undefined],
  ['say /model ', undefined],
])('%j', async (text, expected) => {
  expect(await complete(text)).toEqual(expected);
});
