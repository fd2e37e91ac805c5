import { expect, it } from 'vitest';
import { pickFault, type Arrival, type Fault } from './faults.js';

const arrival: Arrival = { method: 'tools/call', tool: 'charge', generation: 2, nthOfMethod: 5, nthOfTool: 3 };
const then = { kind: 'exit' } as const;

it.each<[string, Fault, boolean]>([
  ['any call', { then }, true],
  ['another method', { on: 'ping', then }, false],
  ['its tool', { tool: 'charge', then }, true],
  ['another tool', { tool: 'refund', then }, false],
  ['its generation', { generation: 2, then }, true],
  ['another generation', { generation: 1, then }, false],
  ['its number among all calls', { nth: 5, then }, true],
  ['its number among its tool’s calls', { tool: 'charge', nth: 3, then }, true],
  ['another number of its tool', { tool: 'charge', nth: 5, then }, false],
])('%s', (_name, fault, fits) => {
  expect(pickFault([fault], arrival)).toBe(fits ? fault : undefined);
});

it('takes the first that fits', () => {
  const first: Fault = { tool: 'charge', then: { kind: 'kill' } };
  expect(pickFault([{ on: 'ping', then }, first, { then }], arrival)).toBe(first);
});
