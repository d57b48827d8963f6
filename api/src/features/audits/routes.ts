import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { QueryOf } from '@vigil/shared/contract/endpoint';
import { listAudits, postAudit } from '@vigil/shared/contract/http/audits';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { seesGroup } from '@vigil/shared/domain/sight';
import { writeAudit as recordAudit } from '@vigil/shared/platform/audits';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { parseTypedRange } from '../../access/date-range.ts';
import { filterKeyOf, readHistoryScope } from '../../access/history-scope.ts';
import { findVisibleDevice } from '../../access/visibility.ts';
import { createCountCache } from '../../caching/count-cache.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { hasRemoteSession, isDeviceReadable, selectVisibleAuditPage, wireAudit } from './queries.ts';

// Actions on the screen of a manager, which the server does not see.
const reportable: readonly number[] = [auditCode.remoteControl, auditCode.fileManager];
// Clients of the specification report these, too; the server has recorded them with the command.
const recordedByServer: readonly number[] = [auditCode.reboot, auditCode.shutdown, auditCode.delete];

/**
 * The history of users and policies is for administrators; that of several devices or groups needs access to all groups
 * or the right to reports.
 * @throws Problem `not_allowed`, `not_found` for a group out of sight
 */
function checkReader({ sight, flags }: Caller, query: QueryOf<typeof listAudits>): void {
  const { device_pk: device, subject_kind: kind, subject_pk: pk } = query;
  if (sight === 'all') return;
  if (kind === 'user' || kind === 'policy') throw new Problem('not_allowed', { reason: 'role', detail: 'isAdmin' });
  const group = kind === 'group' ? pk : undefined;
  if (group !== undefined && !seesGroup(sight, group)) throw new Problem('not_found');
  if (device === undefined && group === undefined && !flags.viewReport)
    throw new Problem('not_allowed', { reason: 'flag', detail: 'viewReport' });
}

async function findDevice(tx: ReadTx, caller: Caller, pk: DevicePk) {
  const device = await findVisibleDevice(tx, caller, { pk });
  if (!device) throw new Problem('not_found');
  return device;
}

export function registerAuditRoutes(routes: RouteRegistry, { database, now }: Deps): void {
  const countsOf = createCountCache({ now });

  routes.on(listAudits, async ({ caller, query }) => {
    checkReader(caller, query);
    const { rows, meta } = await database.read(caller.company, async (tx) => {
      const { device_pk: device } = query;
      if (device !== undefined && !(await isDeviceReadable(tx, caller, device))) throw new Problem('not_found');
      const inTime = await parseTypedRange(tx, caller, query);
      const countRows = countsOf(`${await readHistoryScope(tx, caller)} ${filterKeyOf(inTime)}`);
      return selectVisibleAuditPage(tx, caller, { query: inTime, countRows });
    });
    return { objects: rows.map(wireAudit), meta };
  });

  routes.change(postAudit, {
    rule: async (tx, { caller, body }) => {
      if (recordedByServer.includes(body.act_name_id)) return [];
      if (!reportable.includes(body.act_name_id)) throw new Problem('malformed', { field: 'body.act_name_id' });
      const { alias } = await findDevice(tx, caller, body.device_pk);
      const session = { user: caller.user, device: body.device_pk, at: new Date(now()) };
      if (!(await hasRemoteSession(tx, session)))
        throw new Problem('not_allowed', { reason: 'window', detail: 'remote_session' });
      const added = await recordAudit(tx, caller, {
        code: body.act_name_id,
        type: body.act_type_id,
        subject: { device: body.device_pk },
        oldValue: body.old_value ?? null,
        newValue: body.new_value ?? null,
      });
      return [wireAudit({ ...added, deviceAlias: alias })];
    },
  });
}
