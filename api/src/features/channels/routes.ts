import {
  createChannel,
  deleteChannel as deleteEndpoint,
  listChannels,
  listDeliveries,
  rotateChannelSecret,
  testChannel,
  updateChannel,
} from '@vigil/shared/contract/http/channels';
import { Problem } from '@vigil/shared/contract/problems';
import type { Deps } from '../../deps.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { selectChannels, selectLastDeliveries, whereChannelPk } from './queries.ts';
import { addChannel, deleteChannel, editChannel, rotateSecret, sendTest } from './service.ts';

/** Where incidents are told besides bell and mail (infra/decisions/channels.md). */
export function registerChannelRoutes(routes: RouteRegistry, deps: Deps): void {
  const { database } = deps;
  const limits = createRateLimits(deps);
  routes.on(listChannels, async ({ caller }) => ({
    objects: await database.read(caller.company, (tx) => selectChannels(tx)),
  }));
  routes.on(listDeliveries, ({ caller, params: { pk } }) =>
    database.read(caller.company, async (tx) => {
      if ((await selectChannels(tx, whereChannelPk(pk))).length === 0) throw new Problem('not_found');
      return { objects: await selectLastDeliveries(tx, pk) };
    }),
  );
  routes.change(createChannel, { rule: (tx, call) => addChannel(tx, deps, call) });
  routes.change(updateChannel, { rule: (tx, call) => editChannel(tx, deps, call) });
  routes.change(deleteEndpoint, { rule: deleteChannel });
  routes.change(rotateChannelSecret, { rule: (tx, call) => rotateSecret(tx, deps, call) });
  routes.change(testChannel, {
    rule: async (tx, call) => {
      await limits.take('channel-test', { account: String(call.caller.company) });
      return sendTest(tx, deps, call);
    },
  });
}
