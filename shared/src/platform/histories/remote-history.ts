import { and, eq, getTableColumns, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { QueryOf } from '../../contract/endpoint.ts';
import type { listRemoteHistory, SessionKind } from '../../contract/http/histories.ts';
import type { RemoteSessionType } from '../../contract/names.ts';
import type { ReadTx } from '../db/client.ts';
import { devices } from '../db/schema/devices.ts';
import { remoteSessions } from '../db/schema/remote-sessions.ts';
import { epochMicroseconds, selectPage, type CountRows } from '../db/select-page.ts';
import { whereEqual } from '../db/where-equal.ts';
import { whereHistoryVisible, type HistoryReader } from './visibility.ts';

export type RemoteHistoryQuery = QueryOf<typeof listRemoteHistory>;

const { secretHash: _secret, keyHash: _key, ...columns } = getTableColumns(remoteSessions);

/** The sessions that began, of those that a reader may see. */
export const whereRemoteVisible = (tx: ReadTx, reader: HistoryReader): SQL | undefined =>
  and(
    isNotNull(remoteSessions.redeemedAt),
    whereEqual(remoteSessions.companyFk, reader.ofCompany),
    whereHistoryVisible(tx, reader, { device: remoteSessions.deviceFk, user: remoteSessions.userFk }),
  );

const typesOfKind: { readonly [K in SessionKind]: RemoteSessionType[] } = { screen: ['rc', 'rv'], file: ['ft'] };

/** A page of the remote sessions, with whether their devices exist. */
export const selectRemoteHistoryPage = (
  tx: ReadTx,
  reader: HistoryReader,
  { query, countRows }: { query: RemoteHistoryQuery; countRows?: CountRows },
) => {
  const source = tx
    .select({
      ...columns,
      existing: devices.pk,
      micros: epochMicroseconds(remoteSessions.redeemedAt),
    })
    .from(remoteSessions)
    .leftJoin(devices, eq(devices.pk, remoteSessions.deviceFk));
  return selectPage(tx, source.$dynamic(), {
    query,
    rules: {
      where: and(
        whereRemoteVisible(tx, reader),
        whereEqual(remoteSessions.deviceFk, query.device_pk),
        whereEqual(remoteSessions.userFk, query.user_pk),
        whereEqual(remoteSessions.id, query.session),
        query.open === undefined ? undefined : isNull(remoteSessions.endedAt),
        query.kind === undefined ? undefined : inArray(remoteSessions.type, typesOfKind[query.kind]),
      ),
      sort: { create_time: remoteSessions.redeemedAt },
      key: remoteSessions.id,
      search: { alias: remoteSessions.deviceAlias, email: remoteSessions.mgrid },
      date: { column: remoteSessions.redeemedAt },
      cursor: (row) => ({ at: row.micros, key: row.id }),
      countRows,
    },
  });
};

export type RemoteHistoryRecord = Awaited<ReturnType<typeof selectRemoteHistoryPage>>['rows'][number];
