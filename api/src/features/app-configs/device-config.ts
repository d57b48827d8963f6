import type { EffectiveDeviceConfig } from '@vigil/shared/contract/http/app-configs';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { DEFAULT_AGENT_POLICIES } from '@vigil/shared/domain/agent-settings';
import { effectiveConfig } from '@vigil/shared/domain/effective-config';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { policies } from '@vigil/shared/platform/db/schema/policies';
import { agentSettingsOf } from '@vigil/shared/platform/fleet/agent-settings';
import { readDeviceIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { and, eq } from 'drizzle-orm';
import { selectConfigsByPrecedence, sourceOf, type AppliedConfig } from '../../configs/applied-configs.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../identity/sessions/caller.ts';

/** @throws Problem `not_found` for a device that the caller does not see */
export async function loadDeviceConfig(
  { database, redis }: Deps,
  caller: Caller,
  pk: DevicePk,
): Promise<EffectiveDeviceConfig> {
  const { device, configs, companyPolicies } = await database.read(caller.company, async (tx) => {
    const found = await findDevice(tx, caller, pk);
    if (!found) throw new Problem('not_found');
    const inherited = await selectConfigsByPrecedence(tx, found.groupFk);
    const [stored] = await tx.select({ agent_restart_time: policies.agentRestartTime }).from(policies);
    return {
      device: found,
      configs: [...(found.own ? [ownConfig(found.own)] : []), ...inherited],
      companyPolicies: stored ?? DEFAULT_AGENT_POLICIES,
    };
  });
  const index = await readDeviceIndex(redis, caller.company, pk);
  return {
    device_pk: pk,
    version: (index && agentSettingsOf(index, pk)?.version) ?? null,
    applied_version: device.configVersion,
    sources: configs.map(sourceOf),
    keys: effectiveConfig(
      configs.map(({ config }) => config),
      companyPolicies,
    ),
  };
}

async function findDevice(tx: ReadTx, caller: Caller, pk: DevicePk) {
  const [found] = await tx
    .select({ groupFk: devices.groupFk, configVersion: devices.configVersion, own: appConfigs })
    .from(devices)
    .leftJoin(appConfigs, eq(appConfigs.pk, devices.appConfigFk))
    .where(and(eq(devices.pk, pk), whereInSight(caller)));
  return found;
}

const ownConfig = ({ pk, name, config }: typeof appConfigs.$inferSelect): AppliedConfig => ({
  source: 'device',
  group_fk: null,
  group_name: null,
  pk,
  config_name: name,
  config,
});
