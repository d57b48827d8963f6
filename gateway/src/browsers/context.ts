import type { BrowserBudgets } from '../budgets/browser-budgets.ts';
import type { LicenceGates } from '@vigil/shared/platform/licence-gates';
import type { Deps } from '../deps.ts';
import type { Fleets } from '../fan-out/fleets.ts';
import type { Subscriptions } from '../fan-out/subscriptions.ts';
import type { BrowserCaptures } from '../pictures/browser-captures.ts';
import type { FrameViewers } from '../pictures/frame-viewers.ts';
import type { Handlers } from '../sockets/handlers.ts';
import type { BrowserSocket } from '../sockets/sockets.ts';
import type { Access } from '../fan-out/access.ts';
import type { ProcessWatch } from './process-watch.ts';
import type { Sessions } from './sessions.ts';

/** The parts of the gateway that browsers' sockets use. */
export interface BrowserCore {
  readonly fleets: Fleets;
  readonly access: Access;
  readonly subscriptions: Subscriptions;
  readonly captures: BrowserCaptures;
  readonly viewers: FrameViewers;
  readonly sessions: Sessions;
  readonly processWatch: ProcessWatch;
  readonly handlers: Handlers;
  readonly budgets: BrowserBudgets;
  readonly gates: Pick<LicenceGates, 'isOpen'>;
}

/** What the handlers of one browser's socket use. */
export interface BrowserContext {
  readonly deps: Deps;
  readonly core: BrowserCore;
  readonly socket: BrowserSocket;
}
