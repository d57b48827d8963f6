import { configDefaults } from '@vigil/shared/contract/app-config-rules';
import type { AppConfigPk, GroupPk } from '@vigil/shared/contract/ids';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import { deviceGroups } from '@vigil/shared/platform/db/schema/devices';

/** A sample is late when two have been missed, but not before a minute. */
const INTERVALS = 3;
const LEAST_MS = 60_000;

interface ConfiguredDevice {
  readonly group: GroupPk;
  readonly config: AppConfigPk | null;
}

/**
 * How old a sample of a device may be, by the interval of its configuration (infra/decisions/app-configurations.md).
 */
export async function readMaxSampleAges(tx: ReadTx): Promise<(device: ConfiguredDevice) => number> {
  const configs = await tx
    .select({ pk: appConfigs.pk, isDefault: appConfigs.isDefault, config: appConfigs.config })
    .from(appConfigs);
  const groups = await tx
    .select({ pk: deviceGroups.pk, parent: deviceGroups.groupFk, config: deviceGroups.appConfigFk })
    .from(deviceGroups);
  const secondsOf = new Map(configs.map(({ pk, config }) => [pk, config.refresh_interval]));
  const ofCompany = configs.find(({ isDefault }) => isDefault === 1)?.config.refresh_interval;
  const byPk = new Map(groups.map((group) => [group.pk, group]));
  const ofGroup = (pk: GroupPk | null): number | undefined => {
    const group = pk === null ? undefined : byPk.get(pk);
    if (!group) return undefined;
    return (group.config === null ? undefined : secondsOf.get(group.config)) ?? ofGroup(group.parent);
  };
  return ({ group, config }) => {
    const own = config === null ? undefined : secondsOf.get(config);
    const seconds = own ?? ofGroup(group) ?? ofCompany ?? configDefaults.refresh_interval;
    return Math.max(LEAST_MS, INTERVALS * seconds * 1_000);
  };
}
