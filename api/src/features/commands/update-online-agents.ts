import { randomUUID } from 'node:crypto';
import { updateOnlineAgents } from '@vigil/shared/contract/http/function-settings';
import { Problem } from '@vigil/shared/contract/problems';
import { isOlderVersion } from '@vigil/shared/contract/versions';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import { readTrustedReleases } from '@vigil/shared/platform/releases';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { assertDeviceCountConfirmed } from '../../access/bulk-confirmation.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { commandIdInBulk } from '../../ledger/ledger.ts';
import { selectCommandsOfBulk, commandTargetColumns, type CommandTarget } from './queries.ts';
import { issueCommands, type IssuingDeps } from './service.ts';
import { createAgentUpdateRequest } from './update-order.ts';

/** The devices of the company for which a newer release is published, the first enrolled first. */
async function selectOutdated(tx: ReadTx): Promise<CommandTarget[]> {
  const rows = await tx
    .select(commandTargetColumns)
    .from(devices)
    .where(and(eq(devices.approval, 1), isNotNull(devices.latestVersion)))
    .orderBy(asc(devices.pk));
  return rows.filter(({ agentVersion, latestVersion }) => isOlderVersion(agentVersion ?? '', latestVersion ?? ''));
}

/** The endpoint that updates all outdated online agents of a company, as one bulk command (decision 47). */
export function registerOnlineUpdateRoute(routes: RouteRegistry, { redis, now, signer }: IssuingDeps): void {
  routes.change(updateOnlineAgents, {
    prepare: ({ caller, params }) => {
      // Another company is as one that does not exist.
      if (params.company_fk !== caller.company) throw new Problem('not_found');
      return onlineDevices(redis, caller.company);
    },
    rule: async (tx, { caller, body }, online) => {
      const bulkId = body.bulk_id ?? randomUUID();
      const before = await selectCommandsOfBulk(tx, bulkId, 'update');
      if (before.length > 0) return { bulk_id: bulkId, count: before.length };
      const targets = (await selectOutdated(tx)).filter(({ pk }) => online.has(pk));
      if (targets.length === 0) throw new Problem('already_newest');
      await assertDeviceCountConfirmed(tx, caller, { count: targets.length, confirm: body.confirm });
      const releases = await readTrustedReleases(tx);
      const orders = targets.flatMap((one) => {
        const order = createAgentUpdateRequest({
          target: one,
          releases,
          id: commandIdInBulk(bulkId, 'update', one.pk),
          bulkId,
        });
        // Its release was withdrawn a moment ago.
        return order instanceof Problem ? [] : [order];
      });
      const issued = await issueCommands(tx, caller, orders, { signer, now: now() });
      return { bulk_id: bulkId, count: issued.length };
    },
  });
}
