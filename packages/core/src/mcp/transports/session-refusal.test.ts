import { expect, it } from 'vitest';
import { refusesSession, statusRefusesSession } from './session-refusal.js';

it.each<[number, string, boolean]>([
  [-32001, 'Session not found', true],
  [-32001, 'Unknown session', true],
  [-32600, 'The session has been terminated', true],
  [-32600, 'expired SESSION', true],
  [-32001, 'Request timed out', false],
  [-32600, 'Invalid request', false],
  [-32000, 'Session not found', false],
  [-32602, 'Unknown session', false],
])('a JSON-RPC error %i "%s" refuses the session: %s', (code, message, expected) => {
  expect(refusesSession({ kind: 'error', code, message })).toBe(expected);
});

it('a result never refuses the session', () => {
  expect(refusesSession({ kind: 'result', result: { text: 'Session not found' } })).toBe(false);
});

it.each<[number, string, boolean]>([
  [404, '', true],
  [410, 'gone', true],
  [400, 'Bad Request: No valid session ID provided', true],
  [400, 'Invalid amount', false],
  [401, 'session expired', false],
  [503, 'session not found', false],
])('HTTP %i "%s" refuses the session: %s', (status, body, expected) => {
  expect(statusRefusesSession(status, body)).toBe(expected);
});
