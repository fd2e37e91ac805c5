/**
 * Another "qwen" for the canary to find out: it sends every lost call again, whatever was declared, and tells its model
 * what went wrong in the words of the transport. Speaks just enough MCP over stdio and chat completions for that.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

if (process.argv.includes('--version')) {
  console.log('9.9.9');
  process.exit(0);
}

const { mcpServers } = JSON.parse(readFileSync(`${process.env.HOME}/.qwen/settings.json`, 'utf8'));
const servers = new Map();
for (const [name, entry] of Object.entries(mcpServers)) servers.set(name, await connect(entry));

async function connect({ command, args }) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  let nextId = 0;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => waiting.get(JSON.parse(line).id)?.resolve(JSON.parse(line).result));
  lines.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('socket hang up'));
  });
  child.stdin.on('error', () => {});
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      nextId += 1;
      waiting.set(nextId, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: nextId, method, params })}\n`);
    });
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'careless' } });
  return { child, ask, tools: (await ask('tools/list')).tools };
}

async function call(server, name, args) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { content } = await servers.get(server).ask('tools/call', { name, arguments: args });
      return content.map(({ text }) => text).join('');
    } catch (error) {
      if (attempt === 4) return `Error: ${error.message}`;
      servers.set(server, await connect(mcpServers[server]));
    }
  }
}

async function chat(messages) {
  const tools = [...servers].flatMap(([server, { tools: offered }]) =>
    offered.map(({ name, inputSchema }) => ({
      type: 'function',
      function: { name: `mcp__${server}__${name}`, parameters: inputSchema },
    })),
  );
  const response = await fetch(`${process.env.OPENAI_BASE_URL}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', messages, tools }),
  });
  return (await response.json()).choices[0].message;
}

const messages = [{ role: 'user', content: 'go' }];
for (;;) {
  const message = await chat(messages);
  messages.push(message);
  if (message.tool_calls === undefined) {
    console.log(message.content);
    break;
  }
  for (const { id, function: asked } of message.tool_calls) {
    const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(asked.name);
    const content = await call(server, tool, JSON.parse(asked.arguments));
    messages.push({ role: 'tool', tool_call_id: id, content });
  }
}
for (const { child } of servers.values()) child.kill('SIGKILL');
process.exit(0);
