import {
  cancelScheduledCommand,
  issueBulkCommand,
  issueCommand,
  listCommands,
} from '@vigil/shared/contract/http/commands';
import { Problem } from '@vigil/shared/contract/problems';
import { createCommandSigner } from '@vigil/shared/platform/command-signer';
import { isBlockedByLicence } from '@vigil/shared/platform/licence-gates';
import { parseTypedRange } from '../../access/date-range.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { createDeletionAdapter, type Deletions } from './deletion-adapter.ts';
import { issueCommandsInBulk } from './issue-bulk-command.ts';
import { issueOneCommand } from './issue-command.ts';
import { getCommandTarget, selectCommandPage, wireCommand } from './queries.ts';
import { cancelSchedule } from './schedule.ts';
import type { IssuingDeps } from './service.ts';
import { registerOnlineUpdateRoute } from './update-online-agents.ts';
import { listWakeSenders } from './wakes/list-senders.ts';
import { readWakeRelations } from './wakes/relations.ts';
import { registerWakeRoutes } from './wakes/routes.ts';

export function registerCommandRoutes(routes: RouteRegistry, deps: Deps, deletions: Deletions): void {
  const { database, redis, keyRing, now } = deps;
  const issuing: IssuingDeps = { ...deps, signer: createCommandSigner(keyRing.command) };
  const deleteByCommand = createDeletionAdapter(deletions, now);

  /** The endpoints are open for deletions. @throws Problem `licence_gate` */
  const refuseWhileGated = async ({ company }: Caller) => {
    if (await isBlockedByLicence(redis, company)) throw new Problem('licence_gate');
  };

  routes.changeByVariant(issueCommand, async ({ caller, params: { guid }, body }) => {
    const { type } = body;
    if (type === 'delete') return deleteByCommand.one(caller, { guid, id: body.id });
    await refuseWhileGated(caller);
    if (type === 'wol_list')
      return {
        rule: async (tx) => listWakeSenders(deps, tx, { caller, target: await getCommandTarget(tx, caller, guid) }),
      };
    return { rule: (tx) => issueOneCommand(issuing, tx, { caller, guid, body: { ...body, type } }) };
  });

  routes.on(issueBulkCommand, async ({ caller, body }) => {
    const { type } = body;
    if (type === 'delete') return { objects: await deleteByCommand.many(caller, body) };
    await refuseWhileGated(caller);
    return { objects: await issueCommandsInBulk(issuing, caller, { ...body, type }) };
  });

  routes.change(cancelScheduledCommand, {
    rule: async (tx, { caller, params: { id } }) => [await cancelSchedule(tx, caller, { id, at: new Date(now()) })],
  });

  routes.on(listCommands, async ({ caller, query }) => {
    const { rows, meta, related } = await database.read(caller.company, async (tx) => {
      const page = await selectCommandPage(tx, caller, await parseTypedRange(tx, caller, query));
      return { ...page, related: await readWakeRelations(tx, caller, page.rows) };
    });
    return { objects: rows.map((row) => wireCommand(row, related(row))), meta };
  });

  registerWakeRoutes(routes, deps);
  registerOnlineUpdateRoute(routes, issuing);
}
