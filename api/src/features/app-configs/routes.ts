import {
  copyAppConfig,
  createAppConfig,
  deleteAppConfig,
  listAppConfigs,
  readDeviceConfig,
  updateAppConfig,
} from '@vigil/shared/contract/http/app-configs';
import type { AppConfigPk } from '@vigil/shared/contract/ids';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';
import type { Caller } from '../../session/caller.ts';
import { deviceConfig } from './device-config.ts';
import { byPk, selectAppConfigs } from './queries.ts';
import { addConfig, copyConfig, deleteConfig, editConfig } from './service.ts';

/** Configurations of agents (decision 68). */
export function registerAppConfigRoutes(routes: Routes, deps: Deps): void {
  const { database } = deps;
  const readOne = async (caller: Caller, pk: AppConfigPk) => ({
    objects: await database.read(caller.company, (tx) => selectAppConfigs(tx, caller, byPk(pk))),
  });

  routes.on(listAppConfigs, async ({ caller }) => ({
    objects: await database.read(caller.company, (tx) => selectAppConfigs(tx, caller)),
  }));
  routes.on(createAppConfig, async ({ caller, body }) => readOne(caller, await addConfig(deps, caller, body)));
  routes.on(copyAppConfig, async ({ caller, params }) => readOne(caller, await copyConfig(deps, caller, params.pk)));
  routes.on(updateAppConfig, async ({ caller, params: { pk }, body }) => {
    await editConfig(deps, caller, { pk, body });
    return readOne(caller, pk);
  });
  routes.on(deleteAppConfig, async ({ caller, params: { pk }, query: { confirm } }) => {
    await deleteConfig(deps, caller, { pk, confirm });
    return { objects: [pk] };
  });
  routes.on(readDeviceConfig, async ({ caller, params: { pk } }) => ({
    objects: [await deviceConfig(deps, caller, pk)],
  }));
}
