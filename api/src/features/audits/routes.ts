import type { QueryOf } from '@vigil/shared/contract/endpoint';
import { listAudits, writeAudit } from '@vigil/shared/contract/http/audits';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { auditCode } from '@vigil/shared/domain/audit-codes';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../session/session.ts';
import type { Routes } from '../../http/routes.ts';
import { writeAudits } from '../../access/audit.ts';
import { findVisibleDevice } from '../../access/visibility.ts';
import { selectAudits, wireAudit } from './queries.ts';

// Actions on the screen of a manager, which the server does not see; it records the others itself.
const reportable: readonly number[] = [auditCode.remoteControl, auditCode.fileManager];

/** The history of all devices needs access to all groups or the right to reports. @throws Problem `not_allowed` */
function checkReader(caller: Caller, query: QueryOf<typeof listAudits>): void {
  const all = caller.groups === 'all' || caller.flags.viewReport;
  if (query.device_pk === undefined && !all) throw new Problem('not_allowed', { reason: 'flag', detail: 'viewReport' });
}

async function checkDevice(tx: Tx, caller: Caller, pk: DevicePk): Promise<void> {
  if (!(await findVisibleDevice(tx, caller, { pk }))) throw new Problem('not_found');
}

export function registerAuditRoutes(routes: Routes, { database }: Deps): void {
  routes.on(listAudits, async ({ caller, query }) => {
    checkReader(caller, query);
    const { rows, meta } = await database.inCompany(caller.company, async (tx) => {
      if (query.device_pk !== undefined) await checkDevice(tx, caller, query.device_pk);
      return selectAudits(tx, query);
    });
    return { objects: rows.map(wireAudit), meta };
  });

  routes.on(writeAudit, async ({ caller, body }) => {
    if (!reportable.includes(body.act_name_id)) throw new Problem('malformed', { field: 'body.act_name_id' });
    const rows = await database.inCompany(caller.company, async (tx) => {
      await checkDevice(tx, caller, body.device_pk);
      return writeAudits(tx, caller, [
        {
          code: body.act_name_id,
          type: body.act_type_id,
          device: body.device_pk,
          oldValue: body.old_value ?? null,
          newValue: body.new_value ?? null,
        },
      ]);
    });
    return { objects: rows.map(wireAudit) };
  });
}
