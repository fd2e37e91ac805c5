/** `qwen mcp canary` as a user runs it: the built qwen, an empty home, real servers, and what is left afterwards. */
import { readdirSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pidsIn, readLedger, type LedgerEvent } from '@qwen-code/qwen-code-core/canary/ledger.js';
import type { KeptCanary } from '@qwen-code/qwen-code-core/canary/lab/kept-run.js';
import { createTempHome, type TempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';
import { untilChange } from '@qwen-code/qwen-code-core/testing/canary-host.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPeer } from '../support/binary.js';
import { living } from '../support/processes.js';
import { runQwen, startQwen, type QwenResult } from '../support/run-qwen.js';

const CARELESS = fileURLToPath(new URL('careless-qwen.mjs', import.meta.url));

let temp: TempHome;
let scratch: string;
beforeEach(async () => {
  temp = await createTempHome();
  scratch = join(temp.root, 'scratch');
  await temp.write('scratch/.keep', '');
});
afterEach(() => temp.remove());

const canary = (...args: string[]): Promise<QwenResult> =>
  runQwen(temp, { args: ['mcp', 'canary', ...args], env: { TMPDIR: scratch } });

const report = (name: string): Promise<string> => readFile(join(temp.project, name), 'utf8');
const kept = async (): Promise<KeptCanary> =>
  JSON.parse(await readFile(join(temp.qwenHome, 'mcp-rollout', 'canary.json'), 'utf8')) as KeptCanary;

/** The folders of labs that are still there. */
const leftFolders = async (): Promise<string[]> => (await readdir(scratch)).filter((name) => name !== '.keep');

/** The servers of a lab once one of each transport has committed: their processes. */
async function committedPids(folder: string): Promise<number[]> {
  const ledgersIn = (): LedgerEvent[][] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('ledger.jsonl'))
      .map((path) => readLedger(join(folder, path)));
  await expect
    .poll(() => ledgersIn().filter((ledger) => ledger.some(({ event }) => event === 'commit')).length)
    .toBeGreaterThan(2);
  return ledgersIn().flatMap(pidsIn);
}

describe.runIf(!isPeer)('qwen mcp canary', () => {
  it('plays the loss in the core and end to end, tells it, reports it, keeps it, and leaves nothing', async () => {
    const { exitCode, stdout, stderr } = await canary(
      ...['--only', 'unsafe/missing/stdio', '--only', 'safe/idempotent/http/callable'],
      ...['--evidence', 'evidence.yaml', '--junit', 'junit.xml', '--json', 'result.json'],
    );
    expect(stdout).toMatch(
      /^case +tool +server counted +the client was told +stdio +http\nunsafe\/missing +increment_then_drop +1 call +unknown +4 pass +-\nsafe\/idempotent +set_status_then_drop +2 calls +success +- +2 pass\n\n6 of 6 runs passed in [\d.]+ s\. /,
    );
    expect(stderr).toMatch(/^Canary lab against this qwen, \S+: 6 runs of 2 cases, about \d+ s\.\n/);
    expect(stderr.match(/^pass {2}\S+ {2}[\d.]+ s {2}The server counted /gm)).toHaveLength(6);
    expect(exitCode).toBe(0);
    expect(await leftFolders()).toEqual([]);

    const evidence = (await report('evidence.yaml')).split('---\n').slice(1);
    expect(evidence).toHaveLength(6);
    expect(evidence[1]).toBe(
      [
        '# unsafe/missing/stdio/direct/qwen',
        'qwen_version: 0.21.5',
        'tool: increment_then_drop',
        'server_trusted: true',
        'workspace_trusted: true',
        'annotations: missing',
        'server_invocations: 1',
        'replay_invocations: 0',
        'external_state: committed_once',
        'client_result: unknown',
        'manual_retry: blocked',
        'verdict: pass',
        '',
      ].join('\n'),
    );
    expect(await report('junit.xml')).toContain('<testsuites name="qwen mcp canary" tests="6" failures="0"');

    const result = await kept();
    expect(JSON.parse(await report('result.json'))).toEqual(result);
    expect(result).toMatchObject({ v: 1, complete: false, totals: { passed: 6, failed: 0 }, binary: { kind: 'own' } });
    const [core, qwen] = result.runs;
    for (const run of [core, qwen]) {
      expect(run?.record_id).toMatch(/^mo_/);
      expect(run?.counts).toMatchObject({ calls: 1, calls_at_end: 1 });
      const story = run?.events.map(({ type }) => type) ?? [];
      expect(story.indexOf('recorded')).toBeLessThan(story.indexOf('call_arrived'));
      expect(story.indexOf('connection_lost')).toBeLessThan(story.indexOf('told'));
      expect(story.indexOf('told')).toBeLessThan(story.lastIndexOf('connecting'));
    }
    expect((await stat(join(temp.qwenHome, 'mcp-rollout', 'canary.json'))).mode & 0o777).toBe(0o600);
  });

  it('gives stdout to a program that reads it', async () => {
    const { stdout, stderr } = await canary('--only', 'safe/read-only/stdio/direct/core', '--evidence', '-');
    expect(stdout).toBe(
      [
        '---',
        '# safe/read-only/stdio/direct/core',
        'qwen_version: 0.21.5',
        'tool: lookup',
        'server_trusted: true',
        'workspace_trusted: true',
        'annotations: {"readOnlyHint":true}',
        'server_invocations: 2',
        'replay_invocations: 1',
        'external_state: unchanged',
        'client_result: success',
        'manual_retry: not_tried',
        'verdict: pass',
        '',
      ].join('\n'),
    );
    expect(stderr).toContain('1 of 1 run passed');
  });

  it('lists without playing', async () => {
    const { exitCode, stdout, stderr } = await canary('--list', '--only', 'limit/four-sends/*/core');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'limit/four-sends/stdio/direct/core  dies every time: one delivery, three replays, no fourth',
      'limit/four-sends/stdio/callable/core  dies every time: one delivery, three replays, no fourth',
      'limit/four-sends/http/direct/core  dies every time: one delivery, three replays, no fourth',
      'limit/four-sends/http/callable/core  dies every time: one delivery, three replays, no fourth',
      '',
    ]);
  });

  it.each<[string, string[], RegExp]>([
    ['a pattern that fits nothing', ['--only', 'nothing'], /^No run fits --only\./],
    ['a binary that is not there', ['--bin', '/nowhere/qwen'], /^--bin could not be run: /],
    ['a stray word', ['unsafe'], /^Unexpected word: unsafe\./],
    ['an unknown option', ['--fast'], /^Unknown option: --fast/],
  ])('refuses %s in one sentence', async (_name, args, shown) => {
    const { exitCode, stderr } = await canary(...args);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(shown);
    expect(await leftFolders()).toEqual([]);
  });

  it('says so when there is no room for it', async () => {
    const { exitCode, stderr } = await runQwen(temp, { args: ['mcp', 'canary'], env: { TMPDIR: '/nowhere' } });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/\nNo folder for the canary could be made in \/nowhere \(ENOENT\)\. Set TMPDIR\.\n$/);
  });

  it('ships servers that no MCP library is in', async () => {
    const program = await readFile(new URL('../../packages/cli/dist/canary-server.mjs', import.meta.url), 'utf8');
    const imported = [...program.matchAll(/\bfrom\s*"([^"]+)"|\bimport\s*\(?\s*"([^"]+)"/g)].map(
      ([, one, other]) => one ?? other,
    );
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((name) => name?.startsWith('node:') !== true)).toEqual([]);
    expect(program).not.toContain('modelcontextprotocol');
  });

  it('finds another binary out that sends lost calls again, and passes what it may do', async () => {
    const { exitCode, stdout, stderr } = await canary(
      ...['--bin', CARELESS, '--only', 'unsafe/missing/stdio/direct', '--only', 'safe/idempotent/stdio/direct'],
    );
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^Canary lab against the qwen of --bin, 9\.9\.9: 2 runs of 2 cases/);
    expect(stderr).toContain('Left out: rediscovery/loses-trust (it has to read trust afresh during the call).');
    expect(stdout).toContain(
      'FAIL  unsafe/missing/stdio/direct/qwen\n' +
        '      The server counted 2 calls, exactly 1 allowed; the store shows 2 effects, expected one effect; ' +
        'the client was told the result, expected that the outcome is unknown.\n',
    );
    expect(stdout).toContain('1 of 2 runs passed');
    const { binary, runs } = await kept();
    expect(binary).toEqual({ kind: 'other', command: [process.execPath, CARELESS], version: '9.9.9' });
    expect(runs.map(({ evidence }) => [evidence.qwen_version, evidence.verdict])).toEqual([
      ['9.9.9', 'fail'],
      ['9.9.9', 'pass'],
    ]);
  });

  it.each<[string, string[], number]>([
    ['removes its folder', [], 0],
    ['keeps it when asked to', ['--keep'], 1],
  ])('stopped in the middle it ends every server and %s', async (_name, more, folders) => {
    const only = ['--only', 'timeout/unsafe/http', '--only', 'timeout/unsafe/stdio'];
    const running = startQwen(temp, { args: ['mcp', 'canary', ...only, ...more], env: { TMPDIR: scratch } });
    const folder = await untilChange(scratch, () => readdirSync(scratch).find((name) => name !== '.keep'));
    const pids = await committedPids(join(scratch, folder));
    running.kill('SIGINT');
    const { exitCode } = await running.done;
    expect(exitCode).toBe(130);
    expect(living(pids)).toEqual([]);
    expect(await leftFolders()).toHaveLength(folders);
    expect(await readdir(temp.qwenHome)).toEqual([]);
  });

  it('rehearses: one lost call on record in this folder, its ledger to look at, and reconciled as it says', async () => {
    const { exitCode, stdout } = await canary('--rehearse');
    expect(exitCode).toBe(0);
    const id = /on record as (mo_\w+)\./.exec(stdout)?.[1] ?? '';
    const ledger = readLedger(/^ {2}(\/.*ledger\.jsonl)$/m.exec(stdout)?.[1] ?? '');
    expect(ledger.filter(({ event }) => event === 'commit')).toHaveLength(1);

    const open = await runQwen(temp, { args: ['mcp', 'outcomes', 'show', id] });
    expect(open.stdout).toContain('UNKNOWN');
    const command = stdout.split('\n').find((line) => line.includes('reconcile')) ?? '';
    expect(command).toBe(`  qwen mcp outcomes reconcile ${id} --as committed --note "the ledger holds one commit"`);
    const verdict = ['--as', 'committed', '--note', 'the ledger holds one commit'];
    const closed = await runQwen(temp, { args: ['mcp', 'outcomes', 'reconcile', id, ...verdict] });
    expect(closed.exitCode).toBe(0);
    const { stdout: gates } = await runQwen(temp, { args: ['mcp', 'gates', '--format', 'json'] });
    const { gates: judged } = JSON.parse(gates) as { gates: { id: string; status: string }[] };
    expect(judged.find((gate) => gate.id === 'reconciliation')?.status).toBe('pass');
  });
});
