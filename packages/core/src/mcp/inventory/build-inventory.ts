/**
 * Joins what the servers list, what the team says of it and what is trusted into one inventory. Pure.
 * Never decides about a replay: the gates are handed in (`judge`) and asked.
 */
import type { ToolHints } from '../discovery/hints.js';
import type { DiscoveredTool } from '../types.js';
import { printableJson, printableText } from '../../shared/printable-text.js';
import { driftOf, type ToolDrift } from './drift.js';
import { driftWords } from './drift-text.js';
import { findingsOf } from './findings.js';
import type { Inventory, InventoryDrift, InventoryServer, InventoryTool, ShutGate } from './inventory.js';
import type { TeamFile } from './read-inventory-file.js';
import { annotationRemarks } from './remarks.js';
import { isReplayable, joinClasses, type ReplayClass } from './replay-class.js';

/** The replay gates, as the inventory needs them. */
export interface Judge {
  classOf(hints: ToolHints | undefined): ReplayClass;
  /** In a fixed order; empty when the tool may be sent again. */
  shutGates(facts: {
    readonly trust: { readonly server: boolean; readonly workspace: boolean };
    readonly hints: ToolHints | undefined;
    readonly team: ReplayClass | undefined;
  }): readonly ShutGate[];
}

export interface ListedServer extends Omit<InventoryServer, 'trust_justification' | 'accepted_at'> {
  /** Undefined unless it was listed. */
  readonly tools: readonly DiscoveredTool[] | undefined;
}

export interface InventoryInput {
  readonly at: string;
  readonly qwenVersion: string;
  readonly workspace: { readonly path: string; readonly trusted: boolean; readonly trustExplicit: boolean };
  readonly servers: readonly ListedServer[];
  readonly team: TeamFile;
  readonly judge: Judge;
}

export function buildInventory(input: InventoryInput): Inventory {
  const { workspace, team } = input;
  const servers = input.servers.map((server) => serverRow(server, team));
  const tools = input.servers.flatMap((server) => (server.tools ?? []).map((tool) => toolRow(server, tool, input)));
  const drift = [...input.servers.flatMap((server) => serverDrift(server, input)), ...goneServers(input)];
  return {
    v: 1,
    at: input.at,
    qwen_version: input.qwenVersion,
    workspace: workspace.path,
    workspace_trusted: workspace.trusted,
    workspace_trust_explicit: workspace.trustExplicit,
    workspace_trust_justification: printableOrNull(team.workspaceTrustJustification),
    servers,
    tools,
    drift,
    findings: findingsOf({ servers, tools, drift }),
  };
}

function serverRow(server: ListedServer, team: TeamFile): InventoryServer {
  const { scope, transport, status, trusted, trust_explicit } = server;
  return {
    server: printableText(server.server),
    scope,
    transport,
    status,
    problem: server.problem === null ? null : printableText(server.problem),
    trusted,
    trust_explicit,
    trust_justification: printableOrNull(team.server(server.server).trustJustification),
    accepted_at: printableOrNull(team.accepted(server.server)?.at),
  };
}

function toolRow(
  server: ListedServer,
  tool: DiscoveredTool,
  { workspace, team, judge }: InventoryInput,
): InventoryTool {
  const said = team.tool(server.server, tool.name);
  const declared = judge.classOf(tool.hints);
  const trust = { server: server.trusted, workspace: workspace.trusted };
  const shut = judge.shutGates({ trust, hints: tool.hints, team: said.team });
  return {
    server: printableText(server.server),
    tool: printableText(tool.name),
    owner: printableOrNull(said.owner),
    class: joinClasses(declared, said.team),
    declared_class: declared,
    team_class: said.team ?? null,
    server_trusted: trust.server,
    workspace_trusted: trust.workspace,
    eligible: shut.length === 0,
    gates_shut: shut,
    annotations: printableAnnotations(tool.annotations),
    remarks: [...annotationRemarks(tool.annotations).map(({ says }) => says), ...teamRemarks(declared, said.team)],
    note: printableOrNull(said.note),
  };
}

const printableOrNull = (text: string | undefined): string | null => (text === undefined ? null : printableText(text));

/** Annotations too deep to be walked are named, not shown. */
function printableAnnotations(annotations: unknown): unknown {
  try {
    return printableJson(annotations ?? null);
  } catch {
    return 'nested too deeply to be shown';
  }
}

function teamRemarks(declared: ReplayClass, team: ReplayClass | undefined): string[] {
  if (team === undefined || joinClasses(declared, team) === team) return [];
  const why = isReplayable(declared) ? `the server declares ${declared}` : 'the server does not declare that';
  return [`The team's class ${team} has no effect: ${why}, and a team can only be stricter.`];
}

/** Only a server that was listed can have drifted; one that is left out offers nothing any more. */
function serverDrift(server: ListedServer, { team, judge }: InventoryInput): InventoryDrift[] {
  const accepted = team.accepted(server.server);
  const tools = server.status === 'left_out' ? [] : server.tools;
  if (accepted === undefined || tools === undefined) return [];
  return driftOf({ accepted, tools, classOf: judge.classOf }).map((each) => driftRow(server.server, each));
}

function goneServers({ team, servers, judge }: InventoryInput): InventoryDrift[] {
  const known = new Set(servers.map(({ server }) => server));
  return team.acceptedServers
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const accepted = team.accepted(name);
      if (accepted === undefined) return [];
      return driftOf({ accepted, tools: [], classOf: judge.classOf }).map((each) => driftRow(name, each));
    });
}

const driftRow = (server: string, drift: ToolDrift): InventoryDrift => ({
  server: printableText(server),
  tool: printableText(drift.tool),
  kind: drift.kind,
  safer: drift.safer,
  schema_changed: drift.schemaChanged,
  annotations_changed: drift.annotationsChanged,
  hints: drift.hints.map(({ hint, before = null, now = null, safer }) => ({ hint, before, now, safer })),
  says: driftWords(drift),
});
