import { and, asc, count, desc, eq, gte, lte, type SQL } from 'drizzle-orm';
import type { QueryOf } from '@vigil/shared/contract/endpoint';
import { listAudits, writeAudit, type Audit } from '@vigil/shared/contract/http/audits';
import { AuditPk, DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { auditCode } from '@vigil/shared/domain/audit-codes';
import { contains } from '@vigil/shared/platform/db/contains';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { audits } from '@vigil/shared/platform/db/schema/records';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../plugins/session.ts';
import type { Routes } from '../../routes.ts';
import { writeAudits } from '../../plugins/audit.ts';
import { visibleGroups } from '../../plugins/visibility.ts';

const wire = (row: typeof audits.$inferSelect): Audit => ({
  pk: AuditPk.parse(row.pk),
  act_name_id: row.actNameId,
  act_type_id: row.actTypeId,
  device_pk: row.deviceFk === null ? null : DevicePk.parse(row.deviceFk),
  member_pk: row.memberFk === null ? null : UserPk.parse(row.memberFk),
  old_value: row.oldValue,
  new_value: row.newValue,
  act_time: row.actTime.toISOString(),
  name: row.name,
  reg_mail: row.regMail,
});

// What happens on the screen of a manager and not on the server; the rest the server writes itself.
const reportable: readonly number[] = [auditCode.remoteControl, auditCode.fileManager];

const conditionsOf = (query: QueryOf<typeof listAudits>): (SQL | undefined)[] => [
  query.device_pk === undefined ? undefined : eq(audits.deviceFk, query.device_pk),
  query.q === undefined ? undefined : eq(audits.actNameId, query.q),
  query.search_value ? contains(audits.name, query.search_value) : undefined,
  query.start_date ? gte(audits.actTime, new Date(query.start_date)) : undefined,
  query.end_date ? lte(audits.actTime, new Date(query.end_date)) : undefined,
];

/** An ordinary user reads the history of devices in sight; of all devices only who sees all, or what was deleted. */
function checkReader(caller: Caller, query: QueryOf<typeof listAudits>): void {
  const all = caller.groups === 'all' || caller.flags.viewReport;
  if (query.device_pk === undefined && !all) throw new Problem('not_allowed', { reason: 'flag', detail: 'viewReport' });
}

export function registerAuditRoutes(routes: Routes, { database }: Deps): void {
  const checkDevice = (caller: Caller, pk: DevicePk) =>
    database.inCompany(caller.company, async (tx) => {
      const [found] = await tx
        .select({ pk: devices.pk })
        .from(devices)
        .where(and(eq(devices.pk, pk), visibleGroups(caller)));
      if (!found) throw new Problem('not_found');
    });

  routes.on(listAudits, async ({ caller, query }) => {
    checkReader(caller, query);
    if (query.device_pk !== undefined) await checkDevice(caller, query.device_pk);
    return database.inCompany(caller.company, async (tx) => {
      const where = and(...conditionsOf(query));
      const order = query.order === 'asc' ? asc(audits.actTime) : desc(audits.actTime);
      const rows = await tx.select().from(audits).where(where).orderBy(order).limit(query.limit).offset(query.offset);
      const [total] = await tx.select({ count: count() }).from(audits).where(where);
      return { objects: rows.map(wire), meta: { total_count: total?.count ?? 0 } };
    });
  });

  routes.on(writeAudit, async ({ caller, body }) => {
    if (!reportable.includes(body.act_name_id)) throw new Problem('malformed', { field: 'body.act_name_id' });
    await checkDevice(caller, body.device_pk);
    const rows = await database.inCompany(caller.company, (tx) =>
      writeAudits(tx, caller, [
        {
          code: body.act_name_id,
          type: body.act_type_id,
          device: body.device_pk,
          oldValue: body.old_value ?? null,
          newValue: body.new_value ?? null,
        },
      ]),
    );
    return { objects: rows.map(wire) };
  });
}
