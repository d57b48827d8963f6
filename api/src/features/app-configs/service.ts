import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { createAppConfig, updateAppConfig } from '@vigil/shared/contract/http/app-configs';
import { MAX_CONFIG_NAME, MAX_CONFIGS } from '@vigil/shared/contract/app-config-rules';
import type { AppConfigPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { auditCode, auditType } from '@vigil/shared/contract/audit-codes';
import type { Tx } from '@vigil/shared/platform/db/client';
import { devicesChanged, type Change } from '@vigil/shared/platform/fleet/change';
import { changeFleet, commitChange, type WriteTx } from '@vigil/shared/platform/changes/commit-change';
import { writeAudits } from '../../access/audit.ts';
import { assertConfirmed } from '../../access/bulk-confirmation.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../session/caller.ts';
import {
  byPk,
  changeConfig,
  clearUses,
  countConfigs,
  insertConfig,
  isNameUsed,
  lockConfig,
  lockConfigs,
  removeConfig,
  selectAppConfigs,
  selectUsers,
  type StoredConfig,
} from './queries.ts';

type Values = Pick<StoredConfig, 'name' | 'description' | 'config'>;

/** What the audit log keeps of a configuration. */
const described = ({ name, description, config }: Values): string => JSON.stringify({ name, description, config });

const writeAudit = (tx: Tx, caller: Caller, { before, after }: { before: Values | null; after: Values | null }) =>
  writeAudits(tx, caller, [
    {
      code: auditCode.configuration,
      type: after ? auditType.action : auditType.deletion,
      device: null,
      oldValue: before && described(before),
      newValue: after && described(after),
    },
  ]);

/** A change of the company's configurations, one at a time. */
const changeConfigs = <T>(deps: Deps, { company }: Caller, work: (tx: WriteTx) => Promise<T>): Promise<T> =>
  commitChange(deps, company, async (tx) => {
    await lockConfigs(tx, company);
    return work(tx);
  });

const settingsChanged = (
  pk: AppConfigPk,
  config: StoredConfig['config'] | null,
  more: Partial<Pick<Extract<Change, { t: 'settings_changed' }>, 'groups' | 'base'>> = {},
): Change => ({ t: 'settings_changed', configs: [{ pk, config }], groups: [], ...more });

const NO_SETTINGS: Change = { t: 'settings_changed', configs: [], groups: [] };

async function insert(tx: WriteTx, caller: Caller, values: Values): Promise<AppConfigPk> {
  if ((await countConfigs(tx)) >= MAX_CONFIGS) throw new Problem('config_limit');
  const pk = await insertConfig(tx, { companyFk: caller.company, ...values });
  await writeAudit(tx, caller, { before: null, after: values });
  changeFleet(tx, [settingsChanged(pk, values.config)]);
  return pk;
}

/** @throws Problem `duplication_config_name`, `config_limit` */
export const addConfig = (deps: Deps, caller: Caller, body: BodyOf<typeof createAppConfig>): Promise<AppConfigPk> =>
  changeConfigs(deps, caller, async (tx) => {
    await assertNameFree(tx, body.name, null);
    return insert(tx, caller, body);
  });

/** @throws Problem `not_found`, `config_limit` */
export const copyConfig = (deps: Deps, caller: Caller, pk: AppConfigPk): Promise<AppConfigPk> =>
  changeConfigs(deps, caller, async (tx) => {
    const original = await lockConfig(tx, pk);
    if (!original) throw new Problem('not_found');
    const { description, config } = original;
    return insert(tx, caller, { name: await freeNameLike(tx, original.name), description, config });
  });

/** @throws Problem as `updateAppConfig` says */
export const editConfig = (
  deps: Deps,
  caller: Caller,
  { pk, body }: { pk: AppConfigPk; body: BodyOf<typeof updateAppConfig> },
): Promise<void> =>
  changeConfigs(deps, caller, async (tx) => {
    const before = await lockConfig(tx, pk);
    if (!before) throw new Problem('not_found');
    if (before.version !== body.version) throw new Problem('conflict', { field: 'version', detail: before.version });
    const { name = before.name, description = before.description, config = before.config } = body;
    const after = { name, description, config };
    if (name !== before.name) await assertNameFree(tx, name, pk);
    const hasOtherKeys = !isDeepStrictEqual(config, before.config);
    if (hasOtherKeys)
      await assertConfirmed(tx, caller, { count: await reachOf(tx, caller, pk), confirm: body.confirm });
    await changeConfig(tx, pk, { ...after, updatedAt: new Date(deps.now()) });
    await writeAudit(tx, caller, { before, after });
    const renamed = name === before.name ? [] : await selectUsers(tx, pk);
    const base = before.isDefault === 1 ? { base: pk } : {};
    changeFleet(tx, [
      ...devicesChanged(renamed.map((device) => ({ pk: device, patch: { app_config_name: name } }))),
      // A new name alone is no new setting for agents, but browsers read the list again.
      hasOtherKeys ? settingsChanged(pk, config, base) : NO_SETTINGS,
    ]);
  });

/** @throws Problem `not_found`, `default_config`, `confirm_required` */
export const deleteConfig = (
  deps: Deps,
  caller: Caller,
  { pk, confirm }: { pk: AppConfigPk; confirm: number | undefined },
): Promise<void> =>
  changeConfigs(deps, caller, async (tx) => {
    const before = await lockConfig(tx, pk);
    if (!before) throw new Problem('not_found');
    if (before.isDefault === 1) throw new Problem('default_config');
    const reach = await reachOf(tx, caller, pk);
    const uses = await clearUses(tx, pk);
    const isUsed = uses.devices.length + uses.groups.length > 0;
    if (isUsed && confirm !== reach) throw new Problem('confirm_required', { field: 'confirm', detail: reach });
    await removeConfig(tx, pk);
    await writeAudit(tx, caller, { before, after: null });
    const patch = { app_config_fk: null, app_config_name: null };
    changeFleet(tx, [
      ...devicesChanged(uses.devices.map((device) => ({ pk: device, patch }))),
      settingsChanged(pk, null, { groups: uses.groups.map((group) => [group, null]) }),
    ]);
  });

/** How many devices a change of the configuration reaches. */
async function reachOf(tx: Tx, caller: Caller, pk: AppConfigPk): Promise<number> {
  const [config] = await selectAppConfigs(tx, caller, byPk(pk));
  return config?.reach_count ?? 0;
}

async function assertNameFree(tx: Tx, name: string, except: AppConfigPk | null): Promise<void> {
  if (await isNameUsed(tx, name, except)) throw new Problem('duplication_config_name', { field: 'name' });
}

/** `Office` → `Office (2)`, or the next number. */
async function freeNameLike(tx: Tx, name: string): Promise<string> {
  const stem = Array.from(name.replace(/ \(\d{1,3}\)$/u, ''))
    .slice(0, MAX_CONFIG_NAME - ' (200)'.length)
    .join('');
  for (let n = 2; ; n += 1) {
    const free = `${stem} (${n})`;
    if (!(await isNameUsed(tx, free, null))) return free;
  }
}
