import { listApprovals, postApproval, type Approval } from '@vigil/shared/contract/http/approvals';
import type { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { publish } from '@vigil/shared/platform/bus/bus';
import { channels } from '@vigil/shared/platform/bus/channels';
import type { Tx } from '@vigil/shared/platform/db/client';
import { queueMailNow, writeMail } from '@vigil/shared/platform/mail/outgoing';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../session/session.ts';
import type { Routes } from '../../http/routes.ts';
import { composeApprovalMail } from './mails.ts';
import { parseMoment } from './moment.ts';
import { findApproval, readPerson, selectApprovals, type Person, type StoredApproval } from './queries.ts';
import { decideRequest, requestAccess } from './service.ts';

const wire = ({ approval, state, devicePk, publicIp }: StoredApproval): Approval => ({
  pk: approval.pk,
  device_pk: devicePk,
  device_alias: approval.deviceAlias,
  device_pub_ip: publicIp,
  proposal_time: approval.proposalTime.toISOString(),
  start_time: approval.startTime.toISOString(),
  end_time: approval.endTime.toISOString(),
  approval_reason: approval.approvalReason,
  react_reason: approval.reactReason,
  requester_id: approval.requesterId,
  requester_name: approval.requesterName,
  approver_pk: approval.approverFk,
  approver_id: approval.approverId,
  approver_name: approval.approverName,
  approve_state: state,
});

export function registerApprovalRoutes(routes: Routes, deps: Deps): void {
  const { config, database, redis, log, now } = deps;

  /** Written in the transaction of the change. A person without an address is informed on the screen only. */
  const writeMailTo = async (tx: Tx, { company }: Caller, approval: Approval, to: Person | undefined) =>
    to?.email
      ? [await writeMail(tx, { address: to.email, company }, composeApprovalMail(approval, to, config.PUBLIC_URL))]
      : [];

  /** The commit stands whether or not browsers learn of it at once. */
  const announce = ({ company }: Caller, { pk, approve_state: state }: Approval, to: UserPk[]) =>
    publish(redis, channels.company(company), { t: 'approval_changed', to, pk, state }).catch((cause: unknown) =>
      log.warn({ err: cause, approval: pk }, 'approval change not announced'),
    );

  routes.on(listApprovals, async ({ caller, query }) => {
    const { rows, meta } = await database.inCompany(caller.company, async (tx) => {
      const zone = (await readPerson(tx, caller.user))?.timeZoneId ?? 0;
      const parse = (text: string): Date => {
        const at = parseMoment(text, zone);
        if (!at) throw new Problem('malformed', { field: 'query', detail: 'not a point in time' });
        return at;
      };
      return selectApprovals(tx, caller, { query, parse });
    });
    return { objects: rows.map(wire), meta };
  });

  routes.on(postApproval, async ({ caller, body }) => {
    const { approval, recipients, receipts } = await database.inCompany(caller.company, async (tx) => {
      const at = now();
      const done =
        'device_pk' in body
          ? await requestAccess(tx, caller, { body, now: at })
          : await decideRequest(tx, caller, { body, now: at });
      const stored = await findApproval(tx, caller, done.pk);
      if (!stored) throw new Problem('not_found');
      const wired = wire(stored);
      const written = await writeMailTo(tx, caller, wired, done.mailTo);
      return { approval: wired, recipients: done.recipients, receipts: written };
    });
    queueMailNow(deps, receipts);
    await announce(caller, approval, recipients);
    return { objects: [approval] };
  });
}
