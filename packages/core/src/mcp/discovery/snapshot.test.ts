import { expect, it } from 'vitest';
import { snapshotTools } from './snapshot.js';

const all = { includeTools: undefined, excludeTools: [] };

it('keeps what the server sent', () => {
  const inputSchema = { type: 'object', properties: { id: { type: 'string', 'x-own': [1] } }, $defs: {}, odd: null };
  expect(
    snapshotTools(
      [
        {
          name: 'a.b/ä',
          title: 'A',
          description: 'does a',
          inputSchema,
          annotations: { idempotentHint: true },
          _meta: {},
        },
      ],
      all,
    ),
  ).toEqual({
    tools: [
      {
        name: 'a.b/ä',
        title: 'A',
        description: 'does a',
        inputSchema,
        hints: { idempotentHint: true },
        annotations: { idempotentHint: true },
      },
    ],
    skipped: [],
  });
});

it('leaves out single entries that can not be used, and says why', () => {
  const entries = [
    { name: 'good' },
    null,
    'text',
    [],
    { description: 'nameless' },
    { name: '' },
    { name: 7 },
    { name: 'bad-schema', inputSchema: 'object' },
    { name: 'good', description: 'again' },
    { name: 'also', title: 3, description: null, annotations: { title: 'T', readOnlyHint: 'true' } },
  ];
  expect(snapshotTools(entries, all)).toEqual({
    tools: [
      { name: 'good', title: undefined, description: '', inputSchema: { type: 'object' }, hints: undefined },
      {
        name: 'also',
        title: 'T',
        description: '',
        inputSchema: { type: 'object' },
        hints: undefined,
        annotations: { title: 'T', readOnlyHint: 'true' },
      },
    ],
    skipped: [
      'entry 1: not an object',
      'entry 2: not an object',
      'entry 3: not an object',
      'entry 4: no name',
      'entry 5: no name',
      'entry 6: no name',
      'entry 7: inputSchema is not an object',
      'entry 8: a second tool of the same name',
    ],
  });
});

it.each<[string, readonly string[] | undefined, string[], string[]]>([
  ['no lists', undefined, [], ['a', 'b', 'constructor']],
  ['include', ['a', 'constructor'], [], ['a', 'constructor']],
  ['include nothing', [], [], []],
  ['exclude beats include', ['a', 'b'], ['a'], ['b']],
])('%s', (_name, includeTools, excludeTools, expected) => {
  const entries = ['a', 'b', 'constructor'].map((name) => ({ name }));
  expect(snapshotTools(entries, { includeTools, excludeTools }).tools.map(({ name }) => name)).toEqual(expected);
});
