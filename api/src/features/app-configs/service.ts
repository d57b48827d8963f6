import { isDeepStrictEqual } from 'node:util';
import { MAX_CONFIG_NAME, MAX_CONFIGS } from '@vigil/shared/contract/app-config-rules';
import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type {
  copyAppConfig,
  createAppConfig,
  deleteAppConfig,
  updateAppConfig,
} from '@vigil/shared/contract/http/app-configs';
import type { AppConfigPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { writeAudits } from '@vigil/shared/platform/audits';
import { announceOnCommit, publishFleetOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { deviceChangesOf, type FleetChange } from '@vigil/shared/platform/fleet/change';
import { assertDeviceCountConfirmed } from '../../access/bulk-confirmation.ts';
import type { Call } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import {
  whereAppConfigPk,
  updateConfig,
  detachConfigEverywhere,
  countConfigsOfCompany,
  insertConfig,
  isConfigNameUsed,
  lockStoredConfig,
  lockConfigChanges,
  removeConfig,
  selectAppConfigs,
  selectConfigDevices,
  type StoredConfig,
} from './queries.ts';

type Values = Pick<StoredConfig, 'name' | 'description' | 'config'>;

/** What the audit log keeps of a configuration. */
const described = ({ name, description, config }: Values): string => JSON.stringify({ name, description, config });

async function writeAuditAndAnnounce(
  tx: ChangeTx,
  caller: Caller,
  { before, after }: { before: Values | null; after: Values | null },
): Promise<void> {
  await writeAudits(tx, caller, [
    {
      code: auditCode.configuration,
      type: after ? auditTypeIds.action : auditTypeIds.deletion,
      subject: null,
      oldValue: before && described(before),
      newValue: after && described(after),
    },
  ]);
  announceOnCommit(tx, { kind: 'config' });
}

const settingsChanged = (
  pk: AppConfigPk,
  config: StoredConfig['config'] | null,
  more: Partial<Pick<Extract<FleetChange, { t: 'settings_changed' }>, 'groups' | 'base'>> = {},
): FleetChange => ({ t: 'settings_changed', configs: [{ pk, config }], groups: [], ...more });

async function insert(tx: ChangeTx, caller: Caller, values: Values): Promise<AppConfigPk> {
  if ((await countConfigsOfCompany(tx)) >= MAX_CONFIGS) throw new Problem('config_limit');
  const pk = await insertConfig(tx, { companyFk: caller.company, ...values });
  await writeAuditAndAnnounce(tx, caller, { before: null, after: values });
  publishFleetOnCommit(tx, [settingsChanged(pk, values.config)]);
  return pk;
}

/** @throws Problem `duplication_config_name`, `config_limit` */
export async function createConfig(tx: ChangeTx, { caller, body }: Call<typeof createAppConfig>): Promise<AppConfigPk> {
  await lockConfigChanges(tx, caller.company);
  await assertNameFree(tx, body.name, null);
  return insert(tx, caller, body);
}

/** @throws Problem `not_found`, `config_limit` */
export async function copyConfig(
  tx: ChangeTx,
  { caller, params: { pk } }: Call<typeof copyAppConfig>,
): Promise<AppConfigPk> {
  await lockConfigChanges(tx, caller.company);
  const original = await lockStoredConfig(tx, pk);
  if (!original) throw new Problem('not_found');
  const { description, config } = original;
  return insert(tx, caller, { name: await freeNameLike(tx, original.name), description, config });
}

/** @throws Problem as `updateAppConfig` says */
export async function editConfig(
  tx: ChangeTx,
  { caller, params: { pk }, body }: Call<typeof updateAppConfig>,
  at: Date,
): Promise<AppConfigPk> {
  await lockConfigChanges(tx, caller.company);
  const before = await lockStoredConfig(tx, pk);
  if (!before) throw new Problem('not_found');
  if (before.version !== body.version) throw new Problem('conflict', { field: 'version', detail: before.version });
  const { name = before.name, description = before.description, config = before.config } = body;
  const after = { name, description, config };
  if (name !== before.name) await assertNameFree(tx, name, pk);
  const hasOtherKeys = !isDeepStrictEqual(config, before.config);
  if (hasOtherKeys)
    await assertDeviceCountConfirmed(tx, caller, { count: await reachOf(tx, caller, pk), confirm: body.confirm });
  await updateConfig(tx, pk, { ...after, updatedAt: at });
  await writeAuditAndAnnounce(tx, caller, { before, after });
  const renamed = name === before.name ? [] : await selectConfigDevices(tx, pk);
  const base = before.isDefault === 1 ? { base: pk } : {};
  publishFleetOnCommit(tx, [
    ...deviceChangesOf(renamed.map((device) => ({ pk: device, patch: { app_config_name: name } }))),
    ...(hasOtherKeys ? [settingsChanged(pk, config, base)] : []),
  ]);
  return pk;
}

/** @throws Problem `not_found`, `default_config`, `confirm_required` */
export async function deleteConfig(
  tx: ChangeTx,
  { caller, params: { pk }, query: { confirm } }: Call<typeof deleteAppConfig>,
): Promise<AppConfigPk[]> {
  await lockConfigChanges(tx, caller.company);
  const before = await lockStoredConfig(tx, pk);
  if (!before) throw new Problem('not_found');
  if (before.isDefault === 1) throw new Problem('default_config');
  const reach = await reachOf(tx, caller, pk);
  const uses = await detachConfigEverywhere(tx, pk);
  const isUsed = uses.devices.length + uses.groups.length > 0;
  if (isUsed && confirm !== reach) throw new Problem('confirm_required', { field: 'confirm', detail: reach });
  await removeConfig(tx, pk);
  await writeAuditAndAnnounce(tx, caller, { before, after: null });
  const patch = { app_config_fk: null, app_config_name: null };
  publishFleetOnCommit(tx, [
    ...deviceChangesOf(uses.devices.map((device) => ({ pk: device, patch }))),
    settingsChanged(pk, null, { groups: uses.groups.map((group) => [group, null]) }),
  ]);
  return [pk];
}

/** How many devices a change of the configuration reaches. */
async function reachOf(tx: ReadTx, caller: Caller, pk: AppConfigPk): Promise<number> {
  const [config] = await selectAppConfigs(tx, caller, whereAppConfigPk(pk));
  return config?.reach_count ?? 0;
}

async function assertNameFree(tx: ReadTx, name: string, except: AppConfigPk | null): Promise<void> {
  if (await isConfigNameUsed(tx, name, except)) throw new Problem('duplication_config_name', { field: 'name' });
}

/** `Office` → `Office (2)`, or the next number. */
async function freeNameLike(tx: ReadTx, name: string): Promise<string> {
  const stem = Array.from(name.replace(/ \(\d{1,3}\)$/u, ''))
    .slice(0, MAX_CONFIG_NAME - ' (200)'.length)
    .join('');
  for (let n = 2; ; n += 1) {
    const free = `${stem} (${n})`;
    if (!(await isConfigNameUsed(tx, free, null))) return free;
  }
}
