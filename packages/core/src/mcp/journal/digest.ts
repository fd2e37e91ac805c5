/**
 * What stands for a call's arguments in the journal: a keyed hash, so that two calls can be told to be the same without
 * keeping a value, and nobody without the user's key can test a guess against it.
 */
import { createHmac } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';

export type Digest = (args: unknown) => string;

export const digestWith =
  (key: Uint8Array): Digest =>
  (args) =>
    `hmac-sha256:${createHmac('sha256', key).update(canonicalJson(args)).digest('hex')}`;
