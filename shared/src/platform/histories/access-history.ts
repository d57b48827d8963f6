import { and, eq, getTableColumns, or } from 'drizzle-orm';
import type { QueryOf } from '../../contract/endpoint.ts';
import type { listAccessHistory } from '../../contract/http/histories.ts';
import { DESKTOP_MANAGER } from '../../domain/desktop-manager.ts';
import type { ReadTx } from '../db/client.ts';
import { containsText } from '../db/contains.ts';
import { signInRecords } from '../db/schema/accounts.ts';
import { epochMicroseconds, selectPage, type CountRows } from '../db/select-page.ts';
import { whereEqual } from '../db/where-equal.ts';
import { whereAccessVisible, type HistoryReader } from './visibility.ts';

export type AccessHistoryQuery = QueryOf<typeof listAccessHistory>;

/** A page of the sign-ins. */
export const selectAccessHistoryPage = (
  tx: ReadTx,
  reader: HistoryReader,
  { query, countRows }: { query: AccessHistoryQuery; countRows?: CountRows },
) => {
  const source = tx
    .select({ ...getTableColumns(signInRecords), micros: epochMicroseconds(signInRecords.at) })
    .from(signInRecords);
  return selectPage(tx, source.$dynamic(), {
    query,
    rules: {
      where: and(
        whereEqual(signInRecords.companyFk, reader.ofCompany),
        whereAccessVisible(reader),
        whereEqual(signInRecords.userFk, query.user_pk),
      ),
      sort: { create_time: signInRecords.at },
      key: signInRecords.pk,
      search: {
        email: signInRecords.mgrid,
        browser: (text) =>
          text.trim().toUpperCase() === DESKTOP_MANAGER
            ? or(eq(signInRecords.browser, ''), containsText(signInRecords.browser, text))!
            : containsText(signInRecords.browser, text),
      },
      date: { column: signInRecords.at },
      cursor: (row) => ({ at: row.micros, key: row.pk }),
      countRows,
    },
  });
};

export type AccessHistoryRecord = Awaited<ReturnType<typeof selectAccessHistoryPage>>['rows'][number];
