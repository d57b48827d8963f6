import type { PayloadOf } from '@vigil/shared/contract/event';
import type { browserUp } from '@vigil/shared/contract/events/browser-up';
import { currentSeq } from '@vigil/shared/platform/redis/seq';
import type { BrowserContext } from './context.ts';

/** The number in the answer is read after the socket joined: everything later than it is received. */
export const createOnWatchFleet =
  ({ deps, core, socket }: BrowserContext) =>
  async ({ group_pk, usage }: PayloadOf<(typeof browserUp)['watchFleet']>) => {
    const { company } = socket.data.session;
    const fleet = await core.fleets.of(company);
    await core.subscriptions.subscribe(socket, fleet, { scope: group_pk, usage });
    return { ok: true as const, seq: await currentSeq(deps.redis, company) };
  };

export const createOnUnwatchFleet =
  ({ core, socket }: BrowserContext) =>
  async () => {
    await core.subscriptions.unsubscribe(socket);
    return { ok: true as const };
  };

/** The heartbeat: whether the browser missed the last event, which no later one would tell it of. */
export const createOnSyncCheck =
  ({ deps, socket }: BrowserContext) =>
  async () => ({ ok: true as const, seq: await currentSeq(deps.redis, socket.data.session.company) });
