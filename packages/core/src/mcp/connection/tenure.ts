/**
 * What one server is right now: the open wire, the epoch that calls may use, and the tools that are offered.
 * The tools and extras outlive the wire: they stay offered while it is being replaced, also while a fresh one still lists none.
 */
import { NO_EXTRAS, type ServerExtras } from '../discovery/extras.js';
import type { DiscoveredTool, LiveServer } from '../types.js';
import type { Wire } from './wire.js';

export interface Held {
  readonly wire: Wire;
  readonly epoch: number;
  readonly tools: readonly DiscoveredTool[];
  /** An empty list is not believed yet: what was offered stays offered. */
  readonly patient: boolean;
}

export interface Tenure {
  readonly wire: Wire | undefined;
  readonly live: LiveServer | undefined;
  readonly offered: readonly DiscoveredTool[];
  /** The last known prompts, resources and instructions. */
  readonly extras: ServerExtras;
  /** It lists nothing although tools are offered: perhaps not yet. */
  readonly isBare: boolean;
  /** A new wire, a new epoch of the same one, or a new listing. */
  hold(held: Held): void;
  /** What was learnt of the extras; the rest stays. */
  learn(extras: Partial<ServerExtras>): void;
  /** The empty list is believed. */
  acceptBare(): void;
  /** Nothing is live any more. Gives the wire that was. */
  drop(): Wire | undefined;
}

export function createTenure(): Tenure {
  let wire: Wire | undefined;
  let live: LiveServer | undefined;
  let offered: readonly DiscoveredTool[] = [];
  let extras = NO_EXTRAS;
  return {
    get wire() {
      return wire;
    },
    get live() {
      return live;
    },
    get offered() {
      return offered;
    },
    get extras() {
      return extras;
    },
    get isBare() {
      return live !== undefined && live.tools.length === 0 && offered.length > 0;
    },
    hold: ({ wire: held, epoch, tools, patient }) => {
      wire = held;
      live = { epoch, tools, client: held.client, watchAttempt: () => held.watchAttempt() };
      if (tools.length > 0 || !patient) offered = tools;
    },
    learn: (found) => {
      extras = { ...extras, ...found };
    },
    acceptBare: () => {
      if (live?.tools.length === 0) offered = [];
    },
    drop: () => {
      const last = wire;
      wire = undefined;
      live = undefined;
      return last;
    },
  };
}
