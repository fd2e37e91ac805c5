import { describe, expect, it } from 'vitest';
import type { IdempotencyRules } from '../../settings/mcp-server-schema.js';
import { keyedRequest, ruleFor, type KeyedRequest } from './keyed-request.js';

const argument = { argument: 'request_id' };
const meta = { meta: 'app/key' };

it.each<[string, IdempotencyRules | undefined, ReturnType<typeof ruleFor>]>([
  ['no rules', undefined, undefined],
  ['none for this tool', { refund: argument }, undefined],
  ['one for this tool', { pay: argument }, { rule: argument, exact: true }],
  ['one for every tool', { '*': meta }, { rule: meta, exact: false }],
  ['its own beats the one for all', { '*': meta, pay: argument }, { rule: argument, exact: true }],
])('rule: %s', (_name, rules, expected) => {
  expect(ruleFor(rules, 'pay')).toEqual(expected);
});

it('finds no rule in the prototype', () => {
  expect(ruleFor({}, 'constructor')).toBeUndefined();
});

describe('what is sent', () => {
  const open = { type: 'object' };
  const closed = { type: 'object', properties: { amount: {} }, additionalProperties: false };
  const knows = { type: 'object', properties: { request_id: {} }, additionalProperties: false };
  const args = { amount: 3 };
  const keyed = { args: { amount: 3, request_id: 'key-1' } };

  it.each<[string, ReturnType<typeof ruleFor>, object, object, KeyedRequest]>([
    ['no rule', undefined, open, args, { args }],
    ['as an argument', { rule: argument, exact: true }, open, args, keyed],
    ['as _meta', { rule: meta, exact: true }, open, args, { args, meta: { 'app/key': 'key-1' } }],
    ['the model gave it', { rule: argument, exact: true }, open, { request_id: null }, { args: { request_id: null } }],
    ['this tool, whatever its schema says', { rule: argument, exact: true }, closed, args, keyed],
    ['every tool: it says nothing of others', { rule: argument, exact: false }, open, args, keyed],
    ['every tool: it knows the argument', { rule: argument, exact: false }, knows, args, keyed],
    ['every tool: it would refuse it', { rule: argument, exact: false }, closed, args, { args }],
  ])('%s', (_name, chosen, schema, given, expected) => {
    const before = structuredClone(given);
    const request = { args: given as Record<string, unknown>, key: 'key-1', chosen, schema: schema as never };
    expect(keyedRequest(request)).toEqual(expected);
    expect(given).toEqual(before);
  });
});
