/** Servers of a conversation that goes on, with real files that change and real servers. */
import { readFile } from 'node:fs/promises';
import { loadSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { noDebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import { createTempHome, hostCanary, type CanaryHost, type TempHome } from '@qwen-code/qwen-code-core/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseCommandLine } from '../args/parse-args.js';
import { createLiveSettings, type LiveSettings } from './live-settings.js';
import { startMcpSide, type McpSide } from './mcp-side.js';
import { selectRunServers } from './select-run-servers.js';
import { createServerDesk, type ServerDesk } from './server-desk.js';

let temp: TempHome;
let hosts: CanaryHost[];
let scene: Scene | undefined;

beforeEach(async () => {
  temp = await createTempHome();
  hosts = [];
});
afterEach(async () => {
  scene?.live.stop();
  await scene?.mcp.stop();
  scene = undefined;
  expect(hosts.flatMap((host) => host.pids()).filter(isAlive)).toEqual([]);
  await temp.remove();
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function canary(name: string): Promise<CanaryHost> {
  const host = await hostCanary(temp.root, name, { transport: 'stdio', tools: [{ name: `of-${name}` }] });
  hosts.push(host);
  return host;
}

interface Scene {
  readonly mcp: McpSide;
  readonly live: LiveSettings;
  readonly desk: ServerDesk;
  readonly told: readonly string[];
  /** Resolves when the look finds it so, now or after something happened. */
  until(look: () => boolean): Promise<void>;
}

async function start(): Promise<Scene> {
  const place = {
    env: {
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${temp.root}/d.json`,
      QWEN_CODE_SYSTEM_SETTINGS_PATH: `${temp.root}/s.json`,
    },
    homeDir: temp.home,
    cwd: temp.project,
    platform: process.platform,
  };
  const parsed = parseCommandLine(['-p', 'x']);
  if (parsed.kind !== 'run') throw new Error(parsed.kind);
  const flags = parsed.options;
  const loaded = await loadSettings(place);
  const told: string[] = [];
  const looks = new Set<() => void>();
  const happened = (): void => looks.forEach((look) => look());
  const tell = (shown: string): void => {
    told.push(shown);
    happened();
  };
  const common = { place, flags, loaded, clock: systemClock, debug: noDebugLog, tell };
  const selected = selectRunServers(common);
  const mcp = await startMcpSide({
    ...common,
    selected,
    reserved: new Set(),
    workspaceDirs: [temp.project],
    env: { ...process.env },
    version: '1',
    sessionId: () => '1',
    saveOutput: async () => '',
  });
  const live = createLiveSettings({
    ...common,
    selected,
    reread: () => loadSettings(place),
    onChange: async (next, chosen) => {
      await mcp.apply(next, chosen);
      happened();
    },
  });
  mcp.onChange(happened);
  await mcp.firstWait(new AbortController().signal);
  const until = (look: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!look()) return;
        looks.delete(check);
        resolve();
      };
      looks.add(check);
      check();
    });
  scene = { mcp, live, desk: createServerDesk(mcp, live, place), told, until };
  return scene;
}

const toolsOf = ({ mcp }: Scene): string[] => mcp.tools().map(({ name }) => name);
const stateOf = ({ mcp }: Scene, name: string): string | undefined =>
  mcp.list().find((server) => server.name === name)?.state;
const approvalsOf = (): Promise<string> => readFile(`${temp.qwenHome}/mcpApprovals.json`, 'utf8');

it('starts, replaces and ends servers as the settings say', async () => {
  const [one, two] = [await canary('one'), await canary('two')];
  const running = await start();
  expect([running.mcp.list(), toolsOf(running)]).toEqual([[], []]);
  await temp.writeUserSettings({ mcpServers: { one: one.entry } });
  await running.until(() => stateOf(running, 'one') === 'ready');
  await temp.writeUserSettings({ mcpServers: { one: one.entry, two: two.entry } });
  await running.until(() => stateOf(running, 'two') === 'ready');
  expect([toolsOf(running), one.pids().length]).toEqual([['mcp__one__of-one', 'mcp__two__of-two'], 1]);
  await temp.writeUserSettings({ mcpServers: { one: { ...one.entry, excludeTools: ['of-one'] } } });
  await running.until(() => stateOf(running, 'two') === undefined && one.pids().length === 2);
  await running.until(() => stateOf(running, 'one') === 'ready');
  expect([toolsOf(running), two.pids().filter(isAlive), running.told]).toEqual([[], [], []]);
});

it('a server of the project waits for an answer, and for another one when it changes', async () => {
  const host = await canary('theirs');
  const running = await start();
  const declare = (entry: object): Promise<string> =>
    temp.write('project/.mcp.json', JSON.stringify({ mcpServers: { theirs: entry } }));
  await declare(host.entry);
  await running.until(() => stateOf(running, 'theirs') === 'pending-approval');
  expect(running.mcp.list()).toMatchObject([{ name: 'theirs', source: 'project', toolCount: 0 }]);
  const shown = running.desk.waiting();
  expect(shown).toMatchObject([{ name: 'theirs', file: `${temp.project}/.mcp.json`, changed: false }]);
  await running.desk.decide(shown, 'approved');
  expect([stateOf(running, 'theirs'), toolsOf(running)]).toEqual(['ready', ['mcp__theirs__of-theirs']]);
  await declare({ ...host.entry, env: { MORE: '1' } });
  await running.until(() => stateOf(running, 'theirs') === 'changed-since-approval');
  await running.until(() => host.pids().every((pid) => !isAlive(pid)));
  // The answer was for what was shown, not for what is there now.
  await running.desk.decide(shown, 'approved');
  expect(stateOf(running, 'theirs')).toBe('changed-since-approval');
  expect(running.desk.waiting()).toMatchObject([{ name: 'theirs', changed: true }]);
  await running.desk.decide(running.desk.waiting(), 'rejected');
  expect([stateOf(running, 'theirs'), toolsOf(running), host.pids().length]).toEqual(['rejected', [], 1]);
  expect(running.told).toEqual([
    'MCP server "theirs" of this project is not started: it needs your approval first. To give it: qwen mcp approve theirs',
    'MCP server "theirs" of this project is not started: it has changed since you decided about it. To approve it as it is now: qwen mcp approve theirs',
  ]);
  expect(await approvalsOf()).toContain('"rejected"');
});

it('trust that is taken away ends every server, and trust that is given starts them', async () => {
  const host = await canary('mine');
  const settings = { security: { folderTrust: { enabled: true } }, mcpServers: { mine: host.entry } };
  await temp.writeUserSettings(settings);
  const running = await start();
  expect(stateOf(running, 'mine')).toBe('ready');
  const rule = (level: string): Promise<string> =>
    temp.write('home/.qwen/trustedFolders.json', JSON.stringify({ [temp.project]: level }));
  await rule('DO_NOT_TRUST');
  await running.until(() => stateOf(running, 'mine') === 'untrusted-workspace');
  await running.until(() => host.pids().every((pid) => !isAlive(pid)));
  expect(toolsOf(running)).toEqual([]);
  expect(await running.desk.reconnect('mine')).toEqual({
    ok: false,
    shown:
      'MCP server "mine" is not started: this folder is not trusted, and no MCP server runs in an untrusted folder.',
  });
  await expect(running.mcp.readResource('mine', 'a://1', new AbortController().signal)).rejects.toMatchObject({
    code: 'usage',
  });
  await rule('TRUST_FOLDER');
  await running.until(() => stateOf(running, 'mine') === 'ready');
  expect(host.pids()).toHaveLength(2);
});

it('a broken file leaves everything as it was, is told once, and is not touched', async () => {
  const host = await canary('mine');
  await temp.writeUserSettings({ mcpServers: { mine: host.entry } });
  const running = await start();
  const broken = '{ "mcpServers": { "mine": ';
  const file = await temp.write('home/.qwen/settings.json', broken);
  await running.until(() => running.told.length > 0);
  await running.live.reload();
  await temp.write('home/.qwen/trustedFolders.json', '{}');
  await running.live.reload();
  expect([stateOf(running, 'mine'), host.pids().length, await readFile(file, 'utf8')]).toEqual(['ready', 1, broken]);
  expect(running.told).toEqual([
    `Settings file ${file} is not valid JSON at line 1, column 27 (value expected). Correct it there; nothing was changed. Until then everything stays as it was.`,
  ]);
  await temp.writeUserSettings({ mcpServers: {} });
  await running.until(() => stateOf(running, 'mine') === undefined);
});

it('a server that is switched off and on again', async () => {
  const host = await canary('mine');
  const text = `{\n  // mine\n  "mcpServers": { "mine": ${JSON.stringify(host.entry)} },\n  "mcp": { "excluded": ["other"] }\n}\n`;
  const file = await temp.write('home/.qwen/settings.json', text);
  const running = await start();
  await running.desk.setEnabled('mine', false);
  expect([stateOf(running, 'mine'), host.pids().filter(isAlive)]).toEqual(['excluded', []]);
  expect(await readFile(file, 'utf8')).toContain('// mine');
  await running.desk.setEnabled('mine', false);
  expect((await loadSettingsOf(file)).excluded).toEqual(['other', 'mine']);
  await running.desk.setEnabled('mine', true);
  expect([stateOf(running, 'mine'), (await loadSettingsOf(file)).excluded]).toEqual(['ready', ['other']]);
});

const loadSettingsOf = async (file: string): Promise<{ excluded: unknown }> => {
  const text = (await readFile(file, 'utf8')).replace('// mine', '');
  return (JSON.parse(text) as { mcp: { excluded: unknown } }).mcp;
};

it('nothing comes after stop', async () => {
  const host = await canary('mine');
  const running = await start();
  running.live.stop();
  await temp.writeUserSettings({ mcpServers: { mine: host.entry } });
  await running.live.reload();
  await running.mcp.stop();
  expect([running.mcp.list(), host.pids()]).toEqual([[], []]);
});
