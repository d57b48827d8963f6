import { and, eq } from 'drizzle-orm';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { postApproval } from '@vigil/shared/contract/http/approvals';
import { Problem } from '@vigil/shared/contract/problems';
import type { Tx } from '@vigil/shared/platform/db/client';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { visibleGroups } from '../../access/visibility.ts';
import type { Caller } from '../../session/session.ts';
import { parseMoment } from './moment.ts';
import { chooseApprover, readPerson } from './people.ts';
import { storeRequest } from './queries.ts';

export type RequestBody = Extract<BodyOf<typeof postApproval>, { device_pk: unknown }>;

/** Whoever chose "now" took a while to fill in the rest. */
const FILLING_IN_MS = 5 * 60_000;

/** @throws Problem `date_validate_error` */
function spanOf({ start_time, end_time }: RequestBody, { timeZoneId, now }: { timeZoneId: number; now: number }) {
  const [start, end] = [parseMoment(start_time, timeZoneId), parseMoment(end_time, timeZoneId)];
  const inOrder = start && end && start < end && end.getTime() > now && start.getTime() >= now - FILLING_IN_MS;
  if (!inOrder) throw new Problem('date_validate_error');
  return { startTime: start, endTime: end };
}

/** Asks for access to a device in the caller's sight; answers with the request and whom it waits for. */
export async function requestAccess(tx: Tx, caller: Caller, { body, now }: { body: RequestBody; now: number }) {
  const [device] = await tx
    .select({ pk: devices.pk, alias: devices.alias })
    .from(devices)
    .where(and(eq(devices.pk, body.device_pk), visibleGroups(caller)));
  if (!device) throw new Problem('not_found');
  const requester = await readPerson(tx, caller.user);
  if (!requester) throw new Problem('session_invalid');
  const span = spanOf(body, { timeZoneId: requester.timeZoneId, now });
  if (body.approval_reason === '') throw new Problem('approvals_reason');
  const approver = await chooseApprover(tx, caller, body.approver_pk);
  const pk = await storeRequest(
    tx,
    {
      companyFk: caller.company,
      deviceFk: body.device_pk,
      deviceAlias: device.alias,
      requesterFk: caller.user,
      requesterId: requester.mgrid,
      requesterName: requester.name,
      approverFk: approver.pk,
      approverId: approver.mgrid,
      approverName: approver.name,
      ...span,
      approvalReason: body.approval_reason,
    },
    new Date(now),
  );
  return { pk, recipients: [caller.user, approver.pk], mailTo: approver };
}
