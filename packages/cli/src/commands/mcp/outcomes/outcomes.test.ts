import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createOutcomeJournal, type OutcomeJournal } from '@qwen-code/qwen-code-core/mcp/journal/create-journal.js';
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import { createTempHome, type TempHome } from '@qwen-code/qwen-code-core/testing';
import { createFakeClock, type FakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runMcpOutcomes } from './outcomes.js';

let temp: TempHome;
let clock: FakeClock;
let journal: OutcomeJournal;

beforeEach(async () => {
  temp = await createTempHome();
  clock = createFakeClock(Date.parse('2026-01-01T10:00:00.000Z'));
  journal = createOutcomeJournal({
    ...journalPlaces({ runtimeDir: temp.qwenHome, userDir: temp.qwenHome }),
    workspace: temp.project,
    session: 'session-1',
    version: '0.21.5',
    clock,
  });
});
afterEach(async () => {
  await journal.close();
  await temp.remove();
});

const SECRET = 'marker-9c1e';

async function call(tool: string, end: 'lost' | 'answered', server = 'pay'): Promise<string> {
  const id = await journal.intend({
    callId: `call-${tool}`,
    server,
    tool,
    epoch: 1,
    transport: 'stdio',
    target: 'node',
    attempt: 1,
    hints: undefined,
    trust: { server: true, workspace: true },
    args: { card: SECRET },
    idempotencyKey: 'key-1',
    retryOf: undefined,
  });
  await journal.settle(id, { result: end, reach: end === 'lost' ? 'unanswered' : null, attempts: 1 });
  await clock.advance(60_000);
  return id;
}

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const code = await runMcpOutcomes(argv, {
    stdout: (text) => void (written.out += text),
    stderr: (text) => void (written.err += text),
    env: {
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${temp.root}/d.json`,
      QWEN_CODE_SYSTEM_SETTINGS_PATH: `${temp.root}/s.json`,
    },
    homeDir: temp.home,
    cwd: temp.project,
  });
  return { code, ...written };
}

const ids = (out: string): string[] => (JSON.parse(out) as { id: string }[]).map(({ id }) => id);

describe('qwen mcp outcomes', () => {
  it('says so when nothing is on record', async () => {
    expect(await run()).toEqual({ code: 0, out: 'No calls on record.\n', err: '' });
    expect(await run('--json')).toEqual({ code: 0, out: '[]\n', err: '' });
  });

  it('lists unknown outcomes first, the newest of each first', async () => {
    const old = await call('charge', 'lost');
    const answered = await call('charge', 'answered');
    const recent = await call('refund', 'lost');
    const { code, out, err } = await run();
    expect({ code, err, lines: out.split('\n').map((line) => line.trimEnd()) }).toEqual({
      code: 0,
      err: '',
      lines: [
        'ID                   STATE     WHEN                  SERVER  TOOL    HOW IT ENDED',
        `${recent}  UNKNOWN   2026-01-01 10:02:00Z  pay     refund  lost`,
        `${old}  UNKNOWN   2026-01-01 10:00:00Z  pay     charge  lost`,
        `${answered}  answered  2026-01-01 10:01:00Z  pay     charge  answered`,
        '',
        '2 outcomes are unknown. Look at one with: qwen mcp outcomes show ID',
        '',
      ],
    });
  });

  it('filters by server, tool, state, time and folder', async () => {
    const charge = await call('charge', 'lost');
    const other = await call('charge', 'lost', 'shop');
    const answered = await call('refund', 'answered');
    expect(ids((await run('--json', '--server', 'shop')).out)).toEqual([other]);
    expect(ids((await run('--json', '--tool', 'refund')).out)).toEqual([answered]);
    expect(ids((await run('--json', '--state', 'unknown,settled', '--server', 'pay')).out)).toEqual([charge, answered]);
    expect(ids((await run('--json', '--since', '2026-01-01T10:02:00Z')).out)).toEqual([answered]);
    expect(ids((await run('--json', '--here', '--limit', '1')).out)).toEqual([other]);
  });

  it('--fail-on-unknown tells a script, and a reconciliation ends it', async () => {
    const id = await call('charge', 'lost');
    expect((await run('--fail-on-unknown', '--server', 'elsewhere')).code).toBe(0);
    expect((await run('--fail-on-unknown')).code).toBe(1);
    expect(await run('reconcile', id, '--as', 'still_unknown', '--note', 'asked the bank')).toEqual({
      code: 0,
      out: `${id} is reconciled as still_unknown. It stays unknown, and an identical call is still held back.\n`,
      err: '',
    });
    expect((await run('--fail-on-unknown')).code).toBe(1);
    expect((await run('reconcile', id.slice(0, 8), '--as', 'committed', '--note', 'seen in the ledger')).code).toBe(0);
    expect((await run('--fail-on-unknown')).code).toBe(0);
    const { out } = await run('show', id);
    expect(out).toContain('Reconciled       ');
    expect(out).toContain('as still_unknown');
    expect(out).toContain('as committed');
    expect(out).toContain('seen in the ledger');
  });

  it('shows everything on record of one call, and what to do', async () => {
    const id = await call('charge', 'lost');
    const { code, out } = await run('show', id);
    expect(code).toBe(0);
    expect(out).toContain('State            UNKNOWN');
    expect(out).toContain('Server           pay (stdio: node)');
    expect(out).toContain(`qwen mcp outcomes reconcile ${id} --as not_committed --note "..."`);
    expect(JSON.parse((await run('show', id, '--json')).out)).toMatchObject({ id, state: 'unknown', result: 'lost' });
  });

  it('exports JSON, YAML and CSV of the same calls', async () => {
    const id = await call('=cmd()', 'lost');
    const json = JSON.parse((await run('export')).out) as object[];
    expect(parse((await run('export', '--format', 'yaml')).out)).toEqual(json);
    const csv = (await run('export', '--format', 'csv')).out.split('\r\n');
    expect({ lines: csv.length, row: csv[1]?.slice(0, id.length + 12) }).toEqual({
      lines: 3,
      row: `"${id}","unknown"`,
    });
    expect(csv[1]).toContain(`"'=cmd()"`);
  });

  it('prunes closed records by the setting, never an unknown one', async () => {
    const unknown = await call('charge', 'lost');
    await call('refund', 'answered');
    await journal.close();
    await temp.writeUserSettings({ mcp: { unknownOutcomes: { retentionDays: 1 } } });
    expect((await run('prune')).code).toBe(0);
    expect(ids((await run('--json', '--state', 'unknown')).out)).toEqual([unknown]);
  });

  it.each([
    [['dance'], 'Unknown word: dance'],
    [['show'], 'Which one? Give its ID: qwen mcp outcomes show ID'],
    [['show', 'a', 'b'], 'Too many words: b'],
    [['--state', 'lost'], '--state "lost" must be one of unknown, in_flight, not_committed, committed, settled.'],
    [['--since', 'yesterday'], '--since must be a date such as 2026-01-31, or an age such as 24h or 7d.'],
    [['--limit', 'x'], '--limit must be a whole number, such as 100.'],
    [['export', '--format', 'xml'], '--format must be one of json, yaml, csv.'],
  ])('%j is a usage error', async (argv, shown) => {
    const { code, err } = await run(...argv);
    expect({ code, err }).toEqual({ code: 1, err: `${shown}\n` });
  });

  it.each([
    [['--as', 'maybe', '--note', 'x'], '--as must be one of committed, not_committed, still_unknown.'],
    [['--as', 'committed'], '--note must say how you know, for example --note "not in the ledger".'],
  ])('reconcile with %j is refused', async (argv, shown) => {
    const id = await call('charge', 'lost');
    const { code, err } = await run('reconcile', id, ...argv);
    expect({ code, err }).toEqual({ code: 1, err: `${shown}\n` });
  });

  it('names an unknown id, and refuses a verdict on an answered call', async () => {
    const id = await call('charge', 'answered');
    expect(await run('show', 'mo_nothing')).toEqual({
      code: 1,
      out: '',
      err: 'There is no record mo_nothing. Run `qwen mcp outcomes` to see them.\n',
    });
    expect((await run('reconcile', id, '--as', 'committed', '--note', 'x')).code).toBe(1);
  });

  it('no argument value stands in any output or file, and the files are private', async () => {
    const id = await call('charge', 'lost');
    const outputs = await Promise.all([run(), run('--json'), run('show', id), run('export', '--format', 'csv')]);
    const dir = journalPlaces({ runtimeDir: temp.qwenHome, userDir: temp.qwenHome }).dir;
    const files = readdirSync(dir).map((name) => join(dir, name));
    const texts = [...outputs.map(({ out, err }) => out + err), ...files.map((file) => readFileSync(file, 'utf8'))];
    expect(texts.filter((text) => text.includes(SECRET))).toEqual([]);
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
  });
});
