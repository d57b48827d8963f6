import {
  listAccessHistory,
  listAlertHistory,
  listFileHistory,
  listRemoteHistory,
} from '@vigil/shared/contract/http/histories';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import type { PageQuery } from '@vigil/shared/platform/db/select-page';
import type { CountRows } from '@vigil/shared/platform/db/select-page';
import { selectAccessHistoryPage } from '@vigil/shared/platform/histories/access-history';
import { selectAlertHistoryPage } from '@vigil/shared/platform/histories/alert-history';
import { selectFileHistoryPage } from '@vigil/shared/platform/histories/file-history';
import { selectRemoteHistoryPage } from '@vigil/shared/platform/histories/remote-history';
import { parseTypedRange } from '../../access/date-range.ts';
import { filterKeyOf, readHistoryScope } from '../../access/history-scope.ts';
import { createCountCache } from '../../caching/count-cache.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { wireAccess, wireAlert, wireFile, wireRemote } from './wire.ts';

const countAnew: CountRows = async (read) => (await read(null)).count;

/** Histories: what a page shows is read anew, and counted by `createCountCache`. */
export function registerHistoryRoutes(routes: RouteRegistry, deps: Deps): void {
  const { database } = deps;
  const countsOf = createCountCache(deps);

  /** The query with its days as points in time, and how its rows are counted. */
  async function prepare<Q extends PageQuery>(tx: ReadTx, caller: Caller, { name, query }: { name: string; query: Q }) {
    const inTime = await parseTypedRange(tx, caller, query);
    // What is open ends while its number would be remembered.
    if ('open' in inTime && inTime.open !== undefined) return { query: inTime, countRows: countAnew };
    return {
      query: inTime,
      countRows: countsOf(`${name} ${await readHistoryScope(tx, caller)} ${filterKeyOf(inTime)}`),
    };
  }

  routes.on(listRemoteHistory, async ({ caller, query }) => {
    const { rows, meta } = await database.read(caller.company, async (tx) =>
      selectRemoteHistoryPage(tx, caller, await prepare(tx, caller, { name: 'remote', query })),
    );
    return { objects: rows.map(wireRemote), meta };
  });

  routes.on(listFileHistory, async ({ caller, query }) => {
    const { rows, meta } = await database.read(caller.company, async (tx) =>
      selectFileHistoryPage(tx, caller, await prepare(tx, caller, { name: 'file', query })),
    );
    return { objects: rows.map(wireFile), meta };
  });

  routes.on(listAlertHistory, async ({ caller, query }) => {
    const { rows, meta } = await database.read(caller.company, async (tx) =>
      selectAlertHistoryPage(tx, caller, await prepare(tx, caller, { name: 'alert', query })),
    );
    return { objects: rows.map(wireAlert), meta };
  });

  routes.on(listAccessHistory, async ({ caller, query }) => {
    const { rows, meta } = await database.read(caller.company, async (tx) =>
      selectAccessHistoryPage(tx, caller, await prepare(tx, caller, { name: 'access', query })),
    );
    return { objects: rows.map(wireAccess), meta };
  });
}
