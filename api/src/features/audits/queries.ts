import { and, eq, getTableColumns } from 'drizzle-orm';
import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { Audit, listAudits } from '@vigil/shared/contract/http/audits';
import type { Tx } from '@vigil/shared/platform/db/client';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { microseconds, selectPage } from '@vigil/shared/platform/db/select-page';

export const selectAudits = (tx: Tx, query: QueryOf<typeof listAudits>) => {
  const source = tx.select({ ...getTableColumns(audits), micros: microseconds(audits.actTime) }).from(audits);
  return selectPage(tx, source.$dynamic(), {
    query,
    rules: {
      where: and(
        query.device_pk === undefined ? undefined : eq(audits.deviceFk, query.device_pk),
        query.q === undefined ? undefined : eq(audits.actNameId, query.q),
      ),
      sort: { create_time: audits.actTime },
      key: audits.pk,
      search: { name: audits.name },
      date: { column: audits.actTime },
      cursor: (row) => ({ at: row.micros, key: row.pk }),
    },
  });
};

export const wireAudit = (row: typeof audits.$inferSelect): Audit => ({
  pk: row.pk,
  act_name_id: row.actNameId,
  act_type_id: row.actTypeId,
  device_pk: row.deviceFk,
  member_pk: row.memberFk,
  old_value: row.oldValue,
  new_value: row.newValue,
  act_time: row.actTime.toISOString(),
  name: row.name,
  reg_mail: row.regMail,
});
