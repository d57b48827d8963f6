import { eq } from 'drizzle-orm';
import { readManagerSettings } from '@vigil/shared/contract/http/managers';
import { users } from '@vigil/shared/platform/db/schema/users';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';

export function registerManagerRoutes(routes: Routes, { database }: Deps): void {
  routes.on(readManagerSettings, async ({ caller, body }) => {
    const [row] = await database.inCompany(caller.company, (tx) =>
      tx
        .select({ refresh_interval: users.refreshInterval, img_refresh_interval: users.imgRefreshInterval })
        .from(users)
        .where(eq(users.pk, caller.user)),
    );
    return { objects: Object.fromEntries(body.column_name.map((column) => [column, row?.[column]])) };
  });
}
