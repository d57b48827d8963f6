import {
  listAccessHistory,
  listAlertHistory,
  listFileHistory,
  listRemoteHistory,
} from '@vigil/shared/contract/http/histories';
import { sightKey } from '@vigil/shared/domain/sight';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import type { PageQuery } from '@vigil/shared/platform/db/select-page';
import { selectAccessHistoryPage } from '@vigil/shared/platform/histories/access-history';
import { selectAlertHistoryPage } from '@vigil/shared/platform/histories/alert-history';
import { selectFileHistoryPage } from '@vigil/shared/platform/histories/file-history';
import { selectRemoteHistoryPage } from '@vigil/shared/platform/histories/remote-history';
import { parseTypedDateRangeForCaller } from '../../access/date-range.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { createCountCache } from './count-cache.ts';
import { readFleetVersion } from './queries.ts';
import { wireAccess, wireAlert, wireFile, wireRemote } from './wire.ts';

/** What decides which rows are counted: the filter, and what the caller sees. Devices may come into sight or leave it at any time. */
async function countKey(
  tx: ReadTx,
  caller: Caller,
  { name, query }: { name: string; query: PageQuery },
): Promise<string> {
  const { by: _by, order: _order, limit: _limit, offset: _offset, after: _after, ...filter } = query;
  const { company, user, sight, token } = caller;
  if (sight === 'all') return JSON.stringify([name, company, filter]);
  const limited = (token?.groupLimit ?? null) !== null;
  return JSON.stringify([name, company, filter, sightKey(sight), user, limited, await readFleetVersion(tx, company)]);
}

/** Histories: what a page shows is read anew, and counted by `createCountCache`. */
export function registerHistoryRoutes(routes: RouteRegistry, deps: Deps): void {
  const { database } = deps;
  const countsOf = createCountCache(deps);

  /** The query with its days as points in time, and how its rows are counted. */
  async function prepare<Q extends PageQuery>(tx: ReadTx, caller: Caller, { name, query }: { name: string; query: Q }) {
    const inTime = await parseTypedDateRangeForCaller(tx, caller, query);
    return { query: inTime, countRows: countsOf(await countKey(tx, caller, { name, query: inTime })) };
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
