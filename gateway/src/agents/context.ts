import type { Deps } from '../deps.ts';
import type { AgentSocket } from '../sockets/sockets.ts';
import type { Journal } from '../journal.ts';

/** What the handlers of one agent's socket work with. */
export interface AgentContext {
  readonly deps: Deps;
  readonly journal: Journal;
  readonly socket: AgentSocket;
}
