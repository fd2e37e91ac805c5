import type { LabEvent } from '@qwen-code/qwen-code-core/canary/lab/lab-events.js';
import { expect, it } from 'vitest';
import type { GateReport } from './gate.js';
import { gatesMarkdown, gatesText } from './gates-text.js';
import { gatesPage } from './page.js';
import { sequenceSvg } from './sequence.js';

const report: GateReport = {
  v: 1,
  at: '2026-01-01T00:00:00.000Z',
  qwen_version: '0.21.5',
  workspace: '/w/<script>alert(1)</script>',
  passed: false,
  gates: [
    { id: 'version', title: 'The version', status: 'pass', evidence: ['qwen 0.21.5.'], next: null },
    { id: 'inventory', title: 'Tools', status: 'fail', evidence: ['a|b <b> \u001b[31mred'], next: 'Do it' },
  ],
};

it('draws a run lane by lane, in the order of its events', () => {
  const events: LabEvent[] = [
    { type: 'process_started', process: 1 },
    { type: 'call_made' },
    { type: 'recorded', record_id: 'mo_1' },
    { type: 'call_arrived', process: 1, attempt: 1 },
    { type: 'committed', process: 1 },
    { type: 'connection_lost', process: 1, how: 'exit' },
    { type: 'told', result: 'unknown' },
    { type: 'process_started', process: 2 },
  ];
  const texts = [...sequenceSvg(events, 'a run').matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(texts).toEqual([
    'qwen',
    'server process 1',
    'server process 2',
    'journal',
    'starts',
    'the model calls the tool',
    'mo_1',
    'tools/call, send 1',
    'commits',
    'connection lost: exit',
    'told: the outcome is unknown',
    'starts',
  ]);
});

it('is one page that names no other, and lets no text become markup', () => {
  const page = gatesPage(report, { inventory: undefined, canary: undefined });
  expect(page).not.toMatch(/(src|href)=|@import|url\(|https?:/);
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).toContain('a|b &lt;b&gt; red');
  expect(page.match(/<script>/g)).toHaveLength(1);
});

it('is the same in words', () => {
  const plain = gatesText(report, { width: 60, paint: (_status, text) => text });
  expect(plain).toBe(
    [
      '✓ pass     1. The version',
      '           qwen 0.21.5.',
      '✗ FAIL     2. Tools',
      '           a|b <b> red',
      '           Next: Do it',
      '',
      '1 of 2 gates passed with qwen 0.21.5.',
      '',
    ].join('\n'),
  );
  expect(gatesMarkdown(report)).toContain('| 2 | Tools | FAIL | a\\|b &lt;b> red | Do it |');
});
