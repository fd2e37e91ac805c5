/** Settings that change while a program drives qwen: the running session follows them. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CanaryHost } from '@qwen-code/qwen-code-core/testing/canary-host.js';
import { callTools, say, type Script } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { openChat, ofType, toolResults, type Chat } from '../sdk/sdk-stage.js';
import { living } from '../support/processes.js';
import { createStage, type Stage } from '../support/run-qwen.js';

let stage: Stage;
let chat: Chat | undefined;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(async () => {
  await chat?.end();
  chat = undefined;
  await stage.close();
});

const canary = (name: string): Promise<CanaryHost> =>
  stage.canary(name, { transport: 'stdio', tools: [{ name: 'pay' }] });

/** Says which servers' tools it was offered, once `settled` says that these are right; else looks around and on. */
const saysWhenOffered =
  (settled: (servers: readonly string[]) => boolean): Script =>
  ({ tools }) => {
    const servers = tools.flatMap((tool) => /^mcp__(.*)__pay$/.exec(tool)?.[1] ?? []).toSorted();
    return settled(servers)
      ? say(servers.join(' ') || 'none')
      : callTools({ name: 'list_directory', args: { path: stage.home.project } });
  };

async function open(script: Script): Promise<Chat> {
  chat = openChat(stage, await stage.play(script), { permissionMode: 'yolo' });
  return chat;
}

it('servers come, change and go with the settings', async () => {
  const [one, two] = [await canary('one'), await canary('two')];
  await stage.settle({ one: one.entry });
  let wanted = ['one'];
  const running = await open(saysWhenOffered((servers) => servers.join() === wanted.join()));
  expect(await running.ask('a')).toMatchObject({ result: 'one' });
  wanted = ['one', 'two'];
  await stage.settle({ one: one.entry, two: two.entry });
  await two.waitFor(({ event }) => event === 'start');
  expect(await running.ask('b')).toMatchObject({ result: 'one two' });
  wanted = ['two'];
  await stage.settle({ two: two.entry });
  expect(await running.ask('c')).toMatchObject({ result: 'two' });
  await running.end();
  expect([one.counts().starts, two.counts().starts, living(one.pids())]).toEqual([1, 1, []]);
});

it('trust that is taken away ends every server, and a call to one says so', async () => {
  const own = await canary('own');
  const more = { security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: true } } };
  await stage.settle({ own: own.entry }, more);
  let lost = false;
  const running = await open(({ tools, turn }) => {
    if (!lost) return turn === 0 ? say('ready') : say('again');
    return tools.includes('mcp__own__pay')
      ? callTools({ name: 'list_directory', args: { path: stage.home.project } })
      : say('gone');
  });
  expect(await running.ask('a')).toMatchObject({ result: 'ready' });
  await stage.home.write('home/.qwen/trustedFolders.json', JSON.stringify({ [stage.home.project]: 'DO_NOT_TRUST' }));
  lost = true;
  expect(await running.ask('b')).toMatchObject({ result: 'gone' });
  expect([own.counts().starts, own.counts('pay').commits]).toEqual([1, 0]);
});

it('a call in flight on a server that is removed is told truthfully, and is not sent again', async () => {
  const own = await stage.canary('own', {
    transport: 'stdio',
    tools: [{ name: 'pay' }],
    faults: [{ on: 'tools/call', then: { kind: 'hang' } }],
  });
  await stage.settle({ own: own.entry });
  const running = await open(({ turn }) => (turn === 0 ? callTools({ name: 'mcp__own__pay', args: {} }) : say('done')));
  running.say('pay');
  await own.waitFor(({ event }) => event === 'call');
  await stage.settle({});
  await running.until(({ type }) => type === 'result');
  expect(toolResults(running.messages)).toMatchObject([{ is_error: true, code: 'mcp_outcome_unknown' }]);
  expect([own.counts('pay').invocations, own.counts().starts]).toEqual([1, 1]);
  expect(ofType(running.messages, 'result')).toHaveLength(1);
});

it('a broken file leaves the session as it was', async () => {
  const own = await canary('own');
  await stage.settle({ own: own.entry });
  const running = await open(saysWhenOffered((servers) => servers.length > 0));
  await running.ask('a');
  await stage.home.write('home/.qwen/settings.json', '{ "mcpServers": {');
  expect(await running.ask('b')).toMatchObject({ result: 'own' });
  expect(own.counts().starts).toBe(1);
});
