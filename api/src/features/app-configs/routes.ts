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
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { loadDeviceConfig } from './device-config.ts';
import { whereAppConfigPk, selectAppConfigs } from './queries.ts';
import { createConfig, copyConfig, deleteConfig, editConfig } from './service.ts';

/** Configurations of agents (decision 68). */
export function registerAppConfigRoutes(routes: RouteRegistry, deps: Deps): void {
  const { database, now } = deps;
  const readOne = async (pk: AppConfigPk, { caller }: { readonly caller: Caller }) => ({
    objects: await database.read(caller.company, (tx) => selectAppConfigs(tx, caller, whereAppConfigPk(pk))),
  });

  routes.on(listAppConfigs, async ({ caller }) => ({
    objects: await database.read(caller.company, (tx) => selectAppConfigs(tx, caller)),
  }));
  routes.change(createAppConfig, { rule: createConfig, reply: readOne });
  routes.change(copyAppConfig, { rule: copyConfig, reply: readOne });
  routes.change(updateAppConfig, { rule: (tx, call) => editConfig(tx, call, new Date(now())), reply: readOne });
  routes.change(deleteAppConfig, { rule: deleteConfig });
  routes.on(readDeviceConfig, async ({ caller, params: { pk } }) => ({
    objects: [await loadDeviceConfig(deps, caller, pk)],
  }));
}
