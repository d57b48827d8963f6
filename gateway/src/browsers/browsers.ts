import { createSessionVerifier } from '@vigil/shared/platform/tokens';
import { createSessionBudgets } from '../budgets/session-budgets.ts';
import type { GatewayContext, GatewayPart } from '../core.ts';
import { companyRoom, userRoom } from '../fan-out/browser-delivery.ts';
import { watchAccessPolicies } from './access-policies.ts';
import { enforceSessions, admitBrowsersWithSession } from './sessions.ts';

/** Handles browsers' sockets from their admission to their last packet. */
export const serveBrowsers =
  (sessionCheckIntervalMs?: number): GatewayPart =>
  async ({ keyRing, deps, hooks, browserSide, fleets, ...core }: GatewayContext) => {
    await using stack = new AsyncDisposableStack();
    const sessions = stack.use(await enforceSessions(deps, sessionCheckIntervalMs));
    const policies = stack.use(
      await watchAccessPolicies(deps, { companies: sessions.companies, apply: sessions.applyPolicy }),
    );
    const budgets = createSessionBudgets(deps);
    admitBrowsersWithSession(browserSide, deps, {
      budgets,
      policies,
      verifySession: createSessionVerifier(keyRing.session),
      addressOf: core.addressOf,
    });
    browserSide.on('connection', (socket) => {
      const { company, user } = socket.data.session;
      sessions.add(socket);
      void socket.join([userRoom(user), companyRoom(company)]);
      const { on, refuseOthers } = core.handlersOf({ socket, budget: budgets.open(socket) });
      socket.on('disconnect', () => hooks.browserStopped(socket));
      hooks.browserConnected({ socket, on });
      refuseOthers();
    });

    hooks.licenceGate.add((company, isBlocked) => {
      const room = companyRoom(company);
      for (const id of (isBlocked && browserSide.adapter.rooms.get(room)) || []) {
        const socket = browserSide.sockets.get(id);
        if (socket) hooks.browserStopped(socket);
      }
      browserSide.to(room).emit('licence_changed', {});
    });
    hooks.release.add((needed) => {
      budgets.releaseUnneeded();
      fleets.releaseUnneeded(new Set([...needed.agents, ...sessions.companies()]));
      core.unregistered.close({ namespace: browserSide, has: (socket) => sessions.sockets.has(socket) });
    });
    core.count('browserBudgets', () => budgets.size);
    core.count('sessions', () => sessions.size);
    return stack.move();
  };
