import { and, eq, getTableColumns, isNull, sql, type SQL } from 'drizzle-orm';
import type { AlertCode } from '../../contract/alert.ts';
import type { QueryOf } from '../../contract/endpoint.ts';
import type { listAlertHistory } from '../../contract/http/histories.ts';
import { alertCodePattern } from '../../contract/patterns.ts';
import type { ReadTx } from '../db/client.ts';
import { devices } from '../db/schema/devices.ts';
import { alerts } from '../db/schema/records.ts';
import { epochMicroseconds, selectPage, type CountRows } from '../db/select-page.ts';
import { whereEqual } from '../db/where-equal.ts';
import { whereHistoryVisible, type HistoryReader } from './visibility.ts';

export type AlertHistoryQuery = QueryOf<typeof listAlertHistory>;

/** The kind of an alert (1–7), of which its code is the last character. */
export const alertKind = sql<number>`right(${alerts.alertCode}, 1)::int`;

/** Numbers match exactly (spec 2 §2); what is no number matches nothing. */
const equalsNumber =
  (value: SQL) =>
  (text: string): SQL =>
    /^\d$/u.test(text) ? sql`${value} = ${Number(text)}` : sql`false`;

/** A kind, or the code of a kind for one type of device. */
const equalsCode = (text: string): SQL =>
  alertCodePattern.test(text) ? eq(alerts.alertCode, text as AlertCode) : equalsNumber(alertKind)(text);

export const whereAlertVisible = (tx: ReadTx, reader: HistoryReader): SQL | undefined =>
  and(whereEqual(alerts.companyFk, reader.ofCompany), whereHistoryVisible(tx, reader, { device: alerts.deviceFk }));

/** A page of the alerts, with whether their devices exist. */
export const selectAlertHistoryPage = (
  tx: ReadTx,
  reader: HistoryReader,
  { query, countRows }: { query: AlertHistoryQuery; countRows?: CountRows },
) => {
  const source = tx
    .select({ ...getTableColumns(alerts), existing: devices.pk, micros: epochMicroseconds(alerts.raisedAt) })
    .from(alerts)
    .leftJoin(devices, eq(devices.pk, alerts.deviceFk));
  return selectPage(tx, source.$dynamic(), {
    query,
    rules: {
      where: and(
        whereAlertVisible(tx, reader),
        whereEqual(alerts.deviceFk, query.device_pk),
        whereEqual(alerts.incidentFk, query.incident_pk),
        query.open === undefined ? undefined : isNull(alerts.endedAt),
      ),
      sort: { create_time: alerts.raisedAt },
      key: alerts.pk,
      search: { alias: alerts.deviceAlias, type: equalsNumber(sql`${alerts.osId}`), code: equalsCode },
      date: { column: alerts.raisedAt },
      cursor: (row) => ({ at: row.micros, key: row.pk }),
      countRows,
    },
  });
};

export type AlertHistoryRecord = Awaited<ReturnType<typeof selectAlertHistoryPage>>['rows'][number];
