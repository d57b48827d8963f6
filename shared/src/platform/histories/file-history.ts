import { and, eq, getTableColumns } from 'drizzle-orm';
import type { QueryOf } from '../../contract/endpoint.ts';
import type { listFileHistory } from '../../contract/http/histories.ts';
import type { ReadTx } from '../db/client.ts';
import { devices } from '../db/schema/devices.ts';
import { remoteSessionFiles, remoteSessions } from '../db/schema/remote-sessions.ts';
import { epochMicroseconds, selectPage, type CountRows } from '../db/select-page.ts';
import { whereEqual } from '../db/where-equal.ts';
import { whereHistoryVisible, type HistoryReader } from './visibility.ts';

export type FileHistoryQuery = QueryOf<typeof listFileHistory>;

/** A page of the files with what their sessions say of user and device. */
export const selectFileHistoryPage = (
  tx: ReadTx,
  reader: HistoryReader,
  { query, countRows }: { query: FileHistoryQuery; countRows?: CountRows },
) => {
  const source = tx
    .select({
      ...getTableColumns(remoteSessionFiles),
      mgrid: remoteSessions.mgrid,
      userFk: remoteSessions.userFk,
      deviceFk: remoteSessions.deviceFk,
      deviceAlias: remoteSessions.deviceAlias,
      osId: remoteSessions.hostOsId,
      existing: devices.pk,
      micros: epochMicroseconds(remoteSessionFiles.startTime),
    })
    .from(remoteSessionFiles)
    // Every file has its session. A left join is left out by Postgres where nothing of it is asked for, such as for a
    // count.
    .leftJoin(remoteSessions, eq(remoteSessions.id, remoteSessionFiles.sessionFk))
    .leftJoin(devices, eq(devices.pk, remoteSessions.deviceFk));
  return selectPage(tx, source.$dynamic(), {
    query,
    rules: {
      where: and(
        whereEqual(remoteSessionFiles.companyFk, reader.ofCompany),
        whereHistoryVisible(tx, reader, { device: remoteSessions.deviceFk, user: remoteSessions.userFk }),
        whereEqual(remoteSessions.deviceFk, query.device_pk),
        whereEqual(remoteSessions.userFk, query.user_pk),
        whereEqual(remoteSessionFiles.sessionFk, query.session),
      ),
      sort: { create_time: remoteSessionFiles.startTime },
      key: remoteSessionFiles.pk,
      search: { mgrid: remoteSessions.mgrid, file_name: remoteSessionFiles.name },
      date: { column: remoteSessionFiles.startTime },
      cursor: (row) => ({ at: row.micros, key: row.pk }),
      countRows,
    },
  });
};

export type FileHistoryRecord = Awaited<ReturnType<typeof selectFileHistoryPage>>['rows'][number];
