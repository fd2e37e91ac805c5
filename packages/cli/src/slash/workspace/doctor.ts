/** /doctor: looks at everything that qwen needs, and says of each whether it is there. Changes nothing. */
import { endpointModels } from '@qwen-code/qwen-code-core/models/endpoint-models.js';
import { findExecutable } from '@qwen-code/qwen-code-core/shared/find-executable.js';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import { answer, type SlashCommand } from '../types.js';
import type { WorkspacePorts } from './workspace-ports.js';

export interface Finding {
  readonly state: 'good' | 'note' | 'bad';
  readonly what: string;
  readonly shown: string;
}

const MARKS = { good: '✓', note: '●', bad: '✗' } as const;
const ENDPOINT_MS = 5_000;
const LEAST_NODE: readonly [number, number] = [20, 19];

export const doctorCommand = (ports: WorkspacePorts): SlashCommand => ({
  name: 'doctor',
  aliases: [],
  description: 'Check what qwen needs: settings, key, endpoint, servers, programs',
  source: 'built-in',
  usage: '',
  run: async (_args, signal) => {
    const findings = [
      nodeFinding(process.versions.node),
      ...settingsFindings(ports),
      ...(await modelFindings(ports, signal)),
      ...serverFindings(ports.servers()),
      ...(await programFindings(ports)),
    ];
    return answer([`qwen ${ports.version} on ${ports.place.platform}`, ...findings.map(line)].join('\n'));
  },
});

const line = ({ state, what, shown }: Finding): string => `${MARKS[state]} ${what}: ${shown}`;

export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
  return {
    state: fits ? 'good' : 'bad',
    what: 'Node.js',
    shown: fits ? version : `${version}, and ${LEAST_NODE.join('.')} is needed`,
  };
}

function settingsFindings({ loaded }: WorkspacePorts): Finding[] {
  const files = loaded.sources.flatMap(({ file, state }): Finding[] => {
    if (state === 'missing') return [];
    const shown = state === 'used' ? file : `${file}, which does not count here`;
    return [{ state: state === 'used' ? 'good' : 'note', what: 'Settings', shown }];
  });
  const trust: Finding = loaded.workspaceTrusted
    ? { state: 'good', what: 'Folder', shown: 'trusted' }
    : { state: 'note', what: 'Folder', shown: 'not trusted: its settings, servers and instruction files do not count' };
  const warnings = loaded.warnings.map((shown): Finding => ({ state: 'bad', what: 'Settings', shown }));
  return [...(files.length === 0 ? [NO_FILES] : files), ...warnings, trust];
}

const NO_FILES: Finding = { state: 'note', what: 'Settings', shown: 'no file; defaults and environment alone' };

async function modelFindings({ choice, fetch, clock }: WorkspacePorts, signal: AbortSignal): Promise<Finding[]> {
  const { name, protocol, baseUrl, apiKey, cloud } = choice();
  const { host } = new URL(baseUrl);
  const key = cloud !== undefined ? "the machine's own credentials" : apiKey === '' ? 'none' : 'set';
  const listed = await endpointModels({ protocol, baseUrl, apiKey }, { fetch, clock, signal, timeoutMs: ENDPOINT_MS });
  const model: Finding = { state: 'good', what: 'Model', shown: `${name} (${protocol}), key: ${key}` };
  return [model, { what: 'Endpoint', ...endpointFinding(listed, host, name) }];
}

type Listed = Awaited<ReturnType<typeof endpointModels>>;

export function endpointFinding(listed: Listed, host: string, model: string): Omit<Finding, 'what'> {
  switch (listed.kind) {
    case 'unlisted':
      return { state: 'good', shown: `${host} answers` };
    case 'listed':
      return listed.ids.includes(model)
        ? { state: 'good', shown: `${host} answers and has ${model}` }
        : { state: 'note', shown: `${host} answers; ${model} is not in its list of ${listed.ids.length}` };
    case 'failed':
      return { state: 'bad', shown: failureShown(listed.failure, host) };
  }
}

function failureShown(failure: Extract<Listed, { kind: 'failed' }>['failure'], host: string): string {
  switch (failure.kind) {
    case 'api':
      return `${host} refuses the key (HTTP ${failure.status})`;
    case 'connection':
      return `${host} can't be reached${failure.code === undefined ? '' : ` (${failure.code})`}`;
    default:
      return `${host} does not answer within ${ENDPOINT_MS / 1_000} s`;
  }
}

export function serverFindings(servers: ReturnType<WorkspacePorts['servers']>): Finding[] {
  if (servers.length === 0) return [{ state: 'note', what: 'MCP servers', shown: 'none' }];
  return servers.map(({ name, status, shown }) => ({
    state: status === 'connected' ? 'good' : 'bad',
    what: `MCP server ${printableText(name)}`,
    shown: shown ?? status,
  }));
}

/** What is not needed by everybody, and what it is for. */
const PROGRAMS: readonly (readonly [label: string, names: readonly string[], without: string])[] = [
  ['git', ['git'], '/diff and branches are not shown'],
  ['ripgrep', ['rg'], 'searches are slower'],
  ['Clipboard', ['pbcopy', 'wl-copy', 'xclip', 'xsel', 'clip.exe'], 'the terminal itself is asked to copy (OSC 52)'],
];

function programFindings({ loaded }: WorkspacePorts): Promise<Finding[]> {
  return Promise.all(
    PROGRAMS.map(async ([what, names, without]): Promise<Finding> => {
      const found = await Promise.all(names.map((name) => findExecutable(name, loaded.env)));
      const path = found.find((each) => each !== undefined);
      return path === undefined
        ? { state: 'note', what, shown: `not found: ${without}` }
        : { state: 'good', what, shown: path };
    }),
  );
}
