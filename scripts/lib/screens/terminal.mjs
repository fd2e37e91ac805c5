/** qwen in a tmux of a fixed size, in sixteen colours: keys in, the screen with its colours out. */
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_AGAIN_MS = 50;
const GIVE_UP_MS = 30_000;

export const [COLUMNS, ROWS] = [80, 40];

export async function openTerminal({ socket, cwd, command, env }) {
  const tmux = (...words) => output('tmux', ['-S', socket, ...words]);
  const set = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  const words = `exec env -i ${set.join(' ')} ${command.map(quoted).join(' ')}`;
  const size = ['-x', String(COLUMNS), '-y', String(ROWS)];
  await output('tmux', ['-S', socket, '-f', '/dev/null', 'new-session', '-d', ...size, '-c', cwd, words]);
  const plain = () => tmux('capture-pane', '-p');
  return {
    press: (...keys) => tmux('send-keys', ...keys),
    send: async (text) => {
      await tmux('send-keys', '-l', text);
      await tmux('send-keys', 'Enter');
    },
    shows: async (pattern) => {
      for (let waitedMs = 0; waitedMs < GIVE_UP_MS; waitedMs += LOOK_AGAIN_MS) {
        if (pattern.test(await plain())) return;
        await wait(LOOK_AGAIN_MS);
      }
      throw new Error(`The screen does not show ${pattern}:\n${await plain()}`);
    },
    capture: () => tmux('capture-pane', '-p', '-e'),
    close: () => tmux('kill-server'),
  };
}

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

async function output(file, args) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`${file} ${args[2]} ended with ${code}.`);
  return text;
}
