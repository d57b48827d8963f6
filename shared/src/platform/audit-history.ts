import { and, eq, getTableColumns, or, type SQL } from 'drizzle-orm';
import type { QueryOf } from '../contract/endpoint.ts';
import type { listAudits } from '../contract/http/audits.ts';
import type { ReadTx } from './db/client.ts';
import { containsText } from './db/contains.ts';
import { devices } from './db/schema/devices.ts';
import { audits } from './db/schema/records.ts';
import { epochMicroseconds, selectPage, type CountRows } from './db/select-page.ts';
import { whereEqual } from './db/where-equal.ts';

type AuditQuery = QueryOf<typeof listAudits>;

/** A page of the actions of users with the present names of their devices, of those rows that `where` admits. */
export const selectAuditPage = (
  tx: ReadTx,
  { query, where, countRows }: { query: AuditQuery; where: SQL | undefined; countRows?: CountRows },
) => {
  const source = tx
    .select({ ...getTableColumns(audits), deviceAlias: devices.alias, micros: epochMicroseconds(audits.actTime) })
    .from(audits)
    .leftJoin(devices, eq(devices.pk, audits.deviceFk));
  return selectPage(tx, source.$dynamic(), {
    query,
    rules: {
      where: and(
        where,
        whereEqual(audits.actNameId, query.q),
        whereEqual(audits.subjectKind, query.subject_kind),
        whereEqual(audits.subjectPk, query.subject_pk),
        whereEqual(audits.deviceFk, query.device_pk),
      ),
      sort: { create_time: audits.actTime },
      key: audits.pk,
      search: {
        name: audits.name,
        reg_mail: audits.regMail,
        value: (text) => or(containsText(audits.oldValue, text), containsText(audits.newValue, text))!,
      },
      date: { column: audits.actTime },
      cursor: (row) => ({ at: row.micros, key: row.pk }),
      countRows,
    },
  });
};

export type AuditRecord = Awaited<ReturnType<typeof selectAuditPage>>['rows'][number];
