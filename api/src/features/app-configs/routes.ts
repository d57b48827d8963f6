import { asc } from 'drizzle-orm';
import { listAppConfigs } from '@vigil/shared/contract/http/app-configs';
import { AppConfigPk } from '@vigil/shared/contract/ids';
import { appConfigs } from '@vigil/shared/platform/db/schema/devices';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';

export function registerAppConfigRoutes(routes: Routes, { database }: Deps): void {
  routes.on(listAppConfigs, async ({ caller }) => {
    const rows = await database.inCompany(caller.company, (tx) =>
      tx.select({ pk: appConfigs.pk, name: appConfigs.name }).from(appConfigs).orderBy(asc(appConfigs.name)),
    );
    return { objects: rows.map((row) => ({ pk: AppConfigPk.parse(row.pk), config_name: row.name })) };
  });
}
