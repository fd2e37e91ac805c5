/**
 * Takes the pictures of the guide: qwen as it is built, in a terminal of a fixed size, against a scripted model and a
 * server that fails as it is told. What differs from run to run, and from machine to machine, is written over.
 */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { callTools, createScriptedModel, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { createTempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';
import { ansiToSvg } from './ansi-to-svg.mjs';
import { COLUMNS, openTerminal } from './terminal.mjs';

const SETTLED_MS = 400;

const PROMPT = /Type a message/;
/** A dialog takes keys from here on. */
const READY = /Enter to confirm/;

const PRICES = `const RATE = 0.19;

export function total(net) {
  return net + net * RATE;
}
`;
const ROUNDED = {
  file_path: 'prices.js',
  old_string: '  return net + net * RATE;',
  new_string: '  const gross = net * (1 + RATE);\n  return Math.round(gross * 100) / 100;',
};
const CHARGE = callTools({
  name: 'mcp__payments__charge_card',
  args: { order: '4711', amount: 49.9, currency: 'EUR' },
});

/** Each picture: what it is called, what it shows, how qwen is started, what the model says, and the way to it. */
const SCREENS = [
  {
    name: 'chat',
    title: 'A conversation: the answer, an edit with its changes line by line, and what the model says to it',
    mode: 'auto-edit',
    script: ({ project }) => [
      callTools({ name: 'read_file', args: { file_path: join(project, 'prices.js') } }),
      callTools({ name: 'edit', args: { ...ROUNDED, file_path: join(project, 'prices.js') } }),
      say('`total` rounds to **cents** now:\n\n- the gross price is computed once\n- half a cent is rounded up'),
    ],
    play: async ({ send, shows }) => {
      await send('Prices must be rounded to cents');
      await shows(/rounded up[^]*Type a message/);
    },
  },
  {
    name: 'approval',
    title: 'The question before an MCP call: server, tool, arguments, and what happens if the connection is lost',
    mode: 'default',
    script: () => [CHARGE],
    play: async ({ send, shows }) => {
      await send('Charge order 4711');
      await shows(READY);
    },
  },
  {
    name: 'progress',
    title: 'A running MCP call with its progress bar',
    mode: 'yolo',
    script: () => [callTools({ name: 'mcp__payments__export_ledger', args: { year: 2026 } })],
    play: async ({ send, shows }) => {
      await send('Export the ledger of 2026');
      await shows(/Writing July/);
    },
  },
  {
    name: 'unknown-outcome',
    title: 'The server died during a call: what was called, that it may have completed, and that it was not sent again',
    mode: 'yolo',
    script: () => [
      CHARGE,
      say(
        'The charge of order 4711 may or may not have gone through. I have not tried again: please look it up first.',
      ),
    ],
    play: async ({ send, shows }) => {
      await send('Charge order 4711');
      await shows(/Outcome unknown[^]*look it up[^]*1 outcome unknown.*1 MCP server/);
    },
  },
  {
    name: 'mcp',
    title: '/mcp: a server, its state, what it offers, and what can be done with it',
    mode: 'default',
    script: () => [],
    play: async ({ send, shows }) => {
      await send('/mcp payments');
      await shows(/Status[^]*Reconnect[^]*Esc/);
    },
  },
  {
    name: 'outcomes',
    title: '/outcomes: calls whose outcome is unknown, and what can be done about them',
    mode: 'yolo',
    script: () => [CHARGE, say('I have not tried again.')],
    play: async ({ send, shows }) => {
      await send('Charge order 4711');
      await shows(/I have not tried again\.[^]*1 outcome unknown/);
      await send('/outcomes');
      await shows(/Unknown outcomes[^]*charge_card[^]*Esc[^]*1 MCP server/);
    },
  },
];

const SETTINGS = {
  security: { auth: { selectedType: 'openai' } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  tools: { toolSearch: { enabled: false } },
  // Its sixteen colours are the ones that a picture can have in a light and in a dark shade.
  ui: { theme: 'ANSI' },
};

/** `only`: names of pictures; none: all. */
export async function main({ qwen, server, folder, only }) {
  const wanted = SCREENS.filter(({ name }) => only.length === 0 || only.includes(name));
  if (wanted.length === 0) throw new Error(`There are these: ${SCREENS.map(({ name }) => name).join(', ')}.`);
  await mkdir(folder, { recursive: true });
  for (const screen of wanted) {
    const shown = await take(screen, { qwen, server });
    await writeFile(join(folder, `${screen.name}.svg`), ansiToSvg(shown, { columns: COLUMNS, title: screen.title }));
    process.stderr.write(`${screen.name}\n`);
  }
}

async function take({ mode, script, play }, { qwen, server }) {
  const temp = await createTempHome();
  const project = join(temp.home, 'shop');
  await temp.write('home/shop/prices.js', PRICES);
  // By a name of its own: the command is on the pictures.
  await chmod(await temp.write('bin/payments-mcp', `#!/bin/sh\nexec '${process.execPath}' '${server}'\n`), 0o755);
  await temp.writeUserSettings({ ...SETTINGS, mcpServers: { payments: { command: 'payments-mcp' } } });
  const model = await createScriptedModel(script({ project }));
  const terminal = await openTerminal({
    socket: join(temp.root, 'tmux'),
    cwd: project,
    command: [process.execPath, qwen, '--approval-mode', mode],
    env: environment(temp, model),
  });
  try {
    await terminal.shows(PROMPT);
    await terminal.shows(/1 MCP server/);
    await play(terminal);
    return await settled(terminal, temp);
  } finally {
    await terminal.close();
    await model.close();
    await temp.remove();
  }
}

/** The screen once it looks the same twice. */
async function settled(terminal, temp) {
  let [last, now] = ['', fixed(await terminal.capture(), temp)];
  while (now !== last) {
    await wait(SETTLED_MS);
    [last, now] = [now, fixed(await terminal.capture(), temp)];
  }
  return now;
}

const environment = ({ home, root }, { url }) => ({
  PATH: `${join(root, 'bin')}:${process.env.PATH}`,
  HOME: home,
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  OPENAI_API_KEY: 'none',
  OPENAI_BASE_URL: url,
  OPENAI_MODEL: 'qwen3-coder-plus',
  QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
});

/** Times, ids, paths and turning wheels as if it were always the same run. What stands in a box keeps its length. */
const fixed = (screen, { home }) =>
  screen
    .replaceAll(home, '~')
    .replace(/mo_[0-9a-f]{16}/g, 'mo_4f1c9d20a7b3e586')
    .replace(/(?<!\d)20\d\d-\d\d-\d\d([T ])\d\d:\d\d:\d\d/g, '2026-03-02$109:30:00')
    .replace(/[\u2801-\u28ff]/g, '⠹')
    .replace(/\(\d+s ·/g, '(2s ·');
