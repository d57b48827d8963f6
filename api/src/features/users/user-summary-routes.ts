import { readOwnApprover, readOwnRefreshIntervals, searchUsers } from '@vigil/shared/contract/http/users';
import { readDecidersOf } from '../../access/approvers.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { readRefreshIntervals, selectUserSummaryPage, wireUserSummary } from './user-summary-queries.ts';

/** Users of the company as dialogs list them, and settings of the signed-in user. */
export function registerUserSummaryRoutes(routes: RouteRegistry, { database }: Deps): void {
  routes.on(readOwnRefreshIntervals, async ({ caller, body }) => {
    const row = await database.read(caller.company, (tx) => readRefreshIntervals(tx, caller.user));
    return { objects: Object.fromEntries(body.column_name.map((column) => [column, row?.[column]])) };
  });

  routes.on(readOwnApprover, async ({ caller }) => ({
    objects: (await database.read(caller.company, (tx) => readDecidersOf(tx, caller.user))).deciders.map(
      wireUserSummary,
    ),
  }));

  routes.on(searchUsers, async ({ caller, query }) => {
    const { rows, meta } = await database.read(caller.company, (tx) => selectUserSummaryPage(tx, query));
    return { objects: rows, meta };
  });
}
