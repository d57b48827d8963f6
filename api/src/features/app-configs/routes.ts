import { listAppConfigs } from '@vigil/shared/contract/http/app-configs';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';
import { selectAppConfigs } from './queries.ts';

export function registerAppConfigRoutes(routes: Routes, { database }: Deps): void {
  routes.on(listAppConfigs, async ({ caller }) => ({
    objects: await database.inCompany(caller.company, selectAppConfigs),
  }));
}
