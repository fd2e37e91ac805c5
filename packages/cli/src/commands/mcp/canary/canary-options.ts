/** The options of `qwen mcp canary`, checked. */
import type { CommandSpec, Values } from '../parse-command.js';

export const SPEC: CommandSpec = {
  usage: 'canary [options]',
  about: `Proves on this machine that an MCP call whose connection is lost is never sent twice by accident: plays the loss
against disposable servers that count for themselves. Needs no API key and no network.

Exit codes: 0 every run passed; 1 one failed, or wrong usage; 130 stopped.`,
  options: {
    only: {
      type: 'string',
      array: true,
      requiresArg: true,
      describe: 'Only runs with a part that starts so, or the whole name with * and ?',
    },
    list: { type: 'boolean', describe: 'List the runs without playing them' },
    bin: { type: 'string', requiresArg: true, describe: 'Another qwen: its path, or a command line in quotes' },
    evidence: {
      type: 'string',
      requiresArg: true,
      describe: 'Write evidence records (YAML) to this file, - for stdout',
    },
    junit: { type: 'string', requiresArg: true, describe: 'Write a JUnit XML report to this file' },
    json: { type: 'string', describe: 'Write the whole result as JSON to this file, or to stdout' },
    rehearse: {
      type: 'boolean',
      describe: 'Lose one harmless call in this folder, on record, to practise reconciling',
    },
    keep: { type: 'boolean', describe: 'Keep the folder of the servers, ledgers and spawned runs' },
  },
};

export interface CanaryOptions {
  readonly only: readonly string[];
  readonly list: boolean;
  readonly bin: string | undefined;
  /** A path, or `-` for stdout. */
  readonly evidence: string | undefined;
  readonly junit: string | undefined;
  readonly json: string | undefined;
  /** Nothing is played but one call, in the user's own journal. */
  readonly rehearse: boolean;
  readonly keep: boolean;
}

/** A sentence when the options contradict one another. */
export function readCanaryOptions(words: readonly string[], values: Values): CanaryOptions | string {
  const options: CanaryOptions = {
    only: values.texts('only'),
    list: values.flag('list') === true,
    bin: values.text('bin'),
    evidence: values.text('evidence'),
    junit: values.text('junit'),
    json: values.text('json') === '' ? '-' : values.text('json'),
    rehearse: values.flag('rehearse') === true,
    keep: values.flag('keep') === true,
  };
  if (words.length > 0) return `Unexpected word: ${words[0]}. Say --only ${words[0]} to pick runs.`;
  if (options.evidence === '-' && options.json === '-') return 'Only one of --evidence and --json can have stdout.';
  return options;
}

/** The table gives way on stdout to what a program reads. */
export const tableGoesToStderr = ({ evidence, json }: CanaryOptions): boolean => evidence === '-' || json === '-';
