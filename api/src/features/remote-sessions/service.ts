import { randomUUID } from 'node:crypto';
import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { BodyOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import type {
  createRemoteSession,
  RemoteSessionLaunch,
  reportRemoteSession,
} from '@vigil/shared/contract/http/remote-sessions';
import { RemoteSessionId, type CompanyPk, type DevicePk } from '@vigil/shared/contract/ids';
import type { RemoteSessionEndReason, RemoteSessionType } from '@vigil/shared/contract/names';
import { Problem } from '@vigil/shared/contract/problems';
import { isOlderVersion } from '@vigil/shared/contract/versions';
import { actionOfSession, obstacleTo } from '@vigil/shared/domain/device-actions';
import {
  deviceRequirementResults,
  areRequirementResultsKnown,
  unmetDeviceRequirement,
} from '@vigil/shared/domain/device-requirements';
import { viewerLaunchAddress } from '@vigil/shared/domain/launch-address';
import type { Viewer } from '@vigil/shared/domain/permissions';
import { remoteSessionEndReason } from '@vigil/shared/domain/remote-session-end-reason';
import { REMOTE_SESSION_SECRET_LIFETIME_MS } from '@vigil/shared/domain/remote-session-life';
import { isApproved } from '@vigil/shared/domain/visible-parts';
import { readContiguousWindowEnd } from '@vigil/shared/platform/approval-windows';
import { writeAudits } from '@vigil/shared/platform/audits';
import { commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { companyLookups } from '@vigil/shared/platform/db/company-lookups';
import { agentPoliciesOf, readPolicies, remoteSessionPoliciesOf } from '@vigil/shared/platform/policies';
import { readDevicePresence } from '@vigil/shared/platform/redis/presence';
import { readRemoteSessionTerms } from '@vigil/shared/platform/remote-session-terms';
import {
  auditRemoteSessionStart,
  recordRemoteSessionEnd,
  sendSessionOnCommit,
  recordTransferredFiles,
} from '@vigil/shared/platform/remote-sessions';
import { hashToken, randomToken } from '@vigil/shared/platform/tokens';
import { problemOfActionObstacle, viewerOf } from '../../access/viewer.ts';
import type { Deps } from '../../deps.ts';
import { isSameSecret } from '../../http/same-secret.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { createDesktopAccess } from './desktop-access.ts';
import {
  whereRemoteSessionId,
  findRemoteSessionTarget,
  findUser,
  insertRemoteSession,
  lockRemoteSession,
  updateOpenRemoteSession,
  type RemoteSessionRow,
  type RemoteSessionTarget,
} from './queries.ts';

type Wanted = BodyOf<typeof createRemoteSession>;
type Report = BodyOf<typeof reportRemoteSession>;

/** What a report came from: where its viewer is, whether the rules of the company refuse that address, and when. */
interface ReportOrigin {
  readonly ip: string;
  readonly isRefused: boolean;
  readonly at: Date;
}

/** A session after a report: the key of a viewer that has started it, the reason if the report ended it. */
interface Followed {
  readonly row: RemoteSessionRow;
  readonly key?: string;
  readonly ended?: RemoteSessionEndReason | undefined;
}

interface Use {
  readonly type: RemoteSessionType;
  readonly viewer: Viewer & Pick<Caller, 'user'>;
  readonly user: Awaited<ReturnType<typeof findUser>>;
  readonly device: RemoteSessionTarget;
  readonly isOnline: boolean;
  readonly at: Date;
}

/**
 * What prevents a session: a right, the state of the device, a window, or a ban of files by company, device or user;
 * and until when it may last: the end of the user's window, or null when no window binds the user (decision 35).
 */
async function readTerms(tx: ReadTx, company: CompanyPk, { type, viewer, user, device, isOnline, at }: Use) {
  const policies = await readPolicies(tx, company);
  const forbidsFiles = policies.fileTransfer === 0 || user?.disableFileTransfer === 1;
  const endsAt = viewer.usesApproval
    ? await readContiguousWindowEnd(tx, { user: viewer.user, device: device.pk }, at)
    : null;
  const isOutside = viewer.usesApproval && endsAt === null;
  const state = {
    isOnline,
    isApproved: isApproved(device) && !isOutside,
    forbidsFiles: device.disableFileTransfer === 1,
  };
  const obstacle = obstacleTo(actionOfSession[type], { ...viewer, forbidsFiles }, state);
  return { obstacle, endsAt, policies };
}

const earlier = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b));

/** Why a running session may not go on, or null. */
async function readLoss(tx: ReadTx, id: RemoteSessionId, at: Date): Promise<RemoteSessionEndReason | null> {
  const [running] = await readRemoteSessionTerms(tx, whereRemoteSessionId(id), at);
  return running ? remoteSessionEndReason(running.terms, at) : null;
}

const recordActions = (tx: Tx, row: RemoteSessionRow, actions: Report['actions']) =>
  writeAudits(
    tx,
    { company: row.companyFk, user: row.userFk, name: row.userName, mgrid: row.mgrid },
    actions.map(({ act_name_id: code, old_value: oldValue, new_value: newValue }) => ({
      code,
      type: auditTypeIds.action,
      subject: row.deviceFk === null ? null : { device: row.deviceFk },
      oldValue,
      newValue,
    })),
  );

export function createRemoteSessions(deps: Deps) {
  const { redis, config, accessPolicies, now } = deps;
  const issueDesktopAccess = createDesktopAccess(deps);

  const isOnline = async ({ company }: Caller, device: DevicePk): Promise<boolean> =>
    (await readDevicePresence(redis, company, device)) !== null;

  /**
   * @throws Problem `not_found`, `not_allowed`, `not_online_warning`, `device_not_approved`, `out_of_window`,
   *   `pledge_required`
   */
  const open = async (
    tx: ChangeTx,
    caller: Caller,
    { device_pk, type, pledge, online, lang }: Wanted & { readonly online: boolean; readonly lang: string },
  ): Promise<RemoteSessionLaunch> => {
    const at = new Date(now());
    const [id, secret] = [RemoteSessionId.parse(randomUUID()), randomToken()];
    const device = await findRemoteSessionTarget(tx, caller, device_pk);
    if (!device) throw new Problem('not_found');
    const user = await findUser(tx, caller.user);
    const viewer = { ...viewerOf(caller), user: caller.user };
    const use = { type, viewer, user, device, isOnline: online, at };
    const { obstacle, endsAt: windowEnd, policies } = await readTerms(tx, caller.company, use);
    const endsAt = earlier(
      windowEnd,
      caller.kind === 'invitation' ? new Date(caller.expiresAt) : (user?.validUntil ?? null),
    );
    const problem = problemOfActionObstacle(obstacle);
    if (problem) throw problem;
    const requirements = deviceRequirementResults(agentPoliciesOf(policies), device.osId, device.policyState);
    const unmet = unmetDeviceRequirement(requirements);
    if (unmet) throw new Problem('not_allowed', { reason: 'policy', detail: unmet });
    const needsPledge = policies.securityAgreement === 1 || device.securityAgreement === 1;
    if (needsPledge && pledge !== '1') throw new Problem('pledge_required');
    await insertRemoteSession(tx, {
      id,
      companyFk: caller.company,
      type,
      userFk: caller.user,
      mgrid: caller.mgrid,
      userName: caller.name,
      deviceFk: device.pk,
      deviceAlias: device.alias,
      deviceGuid: device.guid,
      hostPublicIp: device.publicIp,
      hostPrivateIp: device.privateIp,
      hostOsId: device.osId,
      security: needsPledge ? 1 : 0,
      windowBound: caller.usesApproval ? 1 : 0,
      secretHash: hashToken(secret),
      consoleSession: caller.id,
      issuedAt: at,
      endsAt,
    });
    const code = type === 'ft' ? auditCode.fileManager : auditCode.remoteControl;
    const audit = { type: auditTypeIds.action, subject: { device: device.pk } };
    const pledged = needsPledge ? [{ ...audit, code: auditCode.pledge, newValue: device.alias }] : [];
    const asked = { ...audit, code, newValue: JSON.stringify({ session_type: type }) };
    await writeAudits(tx, caller, [...pledged, asked]);
    const launch = {
      scheme: config.LAUNCH_SCHEME,
      type,
      session: id,
      secret,
      server: config.PUBLIC_URL,
      guid: device.guid,
      lang,
      at: at.getTime(),
    };
    return {
      kms_addr: null,
      kms_port: null,
      rc_auth: caller.flags.CSRemoteControl ? 1 : 0,
      ft_auth: caller.flags.CSFileManager ? 1 : 0,
      input_lock: 0,
      admin_auth: caller.flags.isAdmin ? 1 : 0,
      user_name: caller.name,
      n2nserver: null,
      n2nport: null,
      csharp_api_addr: null,
      csharp_api_port: null,
      device_name: device.alias,
      id,
      secret,
      expires_at: new Date(at.getTime() + REMOTE_SESSION_SECRET_LIFETIME_MS).toISOString(),
      ends_at: endsAt?.toISOString() ?? null,
      launch: viewerLaunchAddress(launch),
      policies: remoteSessionPoliciesOf(policies),
      verified: areRequirementResultsKnown(requirements) ? 1 : 0,
    };
  };

  const isOutdated = ({ viewer_version: version }: Report): boolean =>
    version !== undefined && isOlderVersion(version, config.VIEWER_MIN_VERSION);

  const redeem = async (tx: Tx, row: RemoteSessionRow, report: Report, from: ReportOrigin): Promise<Followed> => {
    const isLate = from.at.getTime() - row.issuedAt.getTime() > REMOTE_SESSION_SECRET_LIFETIME_MS;
    const isRight = report.secret !== undefined && isSameSecret(hashToken(report.secret), row.secretHash);
    if (!isRight || row.redeemedAt || row.endedAt || isLate) throw new Problem('session_invalid');
    if (isOutdated(report)) {
      const ended = await updateOpenRemoteSession(tx, row.id, { endedAt: from.at, endReason: 'outdated' });
      return { row: ended ?? row, ended: 'outdated' };
    }
    // It is not left for another try: somebody outside the network has the secret.
    if (from.isRefused) {
      const ended = await updateOpenRemoteSession(tx, row.id, { endedAt: from.at, endReason: 'policy' });
      return { row: ended ?? row, ended: 'policy' };
    }
    const key = randomToken();
    const started = await updateOpenRemoteSession(tx, row.id, {
      keyHash: hashToken(key),
      redeemedAt: from.at,
      seenAt: from.at,
      viewerPublicIp: from.ip,
      viewerOsId: report.viewer_os_id ?? null,
    });
    return { key, row: started ?? row };
  };

  /** A life sign or the end. @returns the row as it is now, and the reason if this report ended it */
  const follow = async (
    tx: Tx,
    row: RemoteSessionRow,
    report: Report,
    { key, isRefused, at }: ReportOrigin & { readonly key: string },
  ): Promise<Followed> => {
    if (!row.keyHash || !isSameSecret(hashToken(key), row.keyHash)) throw new Problem('session_invalid');
    await recordTransferredFiles(tx, row, report.files);
    if (row.endedAt) return { row };
    await recordActions(tx, row, report.actions);
    const loss = isRefused ? ('policy' as const) : await readLoss(tx, row.id, at);
    const reason = report.state === 'ended' ? 'viewer' : loss;
    const change = reason ? { seenAt: at, endedAt: at, endReason: reason } : { seenAt: at };
    return { row: (await updateOpenRemoteSession(tx, row.id, change)) ?? row, ended: reason ?? undefined };
  };

  /**
   * @throws Problem `session_invalid` for a wrong secret or key, one that was used before, or one that is too old;
   *   `viewer_outdated`
   */
  const report = async (
    id: RemoteSessionId,
    body: Report,
    from: { ip: string; key: string },
  ): Promise<ObjectsOf<typeof reportRemoteSession>> => {
    const at = new Date(now());
    const { row, key, ended, policies, access } = await commitChange(
      deps,
      companyLookups.remoteSession(id),
      async (tx) => {
        const found = await lockRemoteSession(tx, id);
        if (!found) throw new Problem('session_invalid');
        // A viewer is no session of the console, which the rules of addresses bind at each request.
        const isRefused = (await accessPolicies.denialIn(tx, found.companyFk, from.ip)) !== null;
        const origin = { ...from, isRefused, at };
        const followed = await (body.state === 'started'
          ? redeem(tx, found, body, origin)
          : follow(tx, found, body, origin));
        const inForce = await readPolicies(tx, found.companyFk);
        const issued =
          body.viewer_key === undefined || followed.row.endedAt
            ? null
            : await issueDesktopAccess(tx, followed.row, { viewerKey: body.viewer_key, policies: inForce });
        if (followed.key !== undefined || issued) sendSessionOnCommit(tx, followed.row, issued?.agent);
        if (followed.key !== undefined) await auditRemoteSessionStart(tx, followed.row);
        if (followed.ended) await recordRemoteSessionEnd(tx, followed.row, { reason: followed.ended, at });
        return { ...followed, access: issued, policies: inForce };
      },
    );
    if (ended === 'outdated') throw new Problem('viewer_outdated', { detail: config.VIEWER_MIN_VERSION });
    return {
      ends_at: row.endsAt?.toISOString() ?? null,
      left_ms: row.endsAt === null ? null : Math.max(0, row.endsAt.getTime() - now()),
      policies: remoteSessionPoliciesOf(policies),
      ...(key === undefined ? {} : { key }),
      ...(access && { desktop: access.viewer }),
      ...(row.endReason === null || body.state === 'ended' ? {} : { cut: row.endReason }),
    };
  };

  /** @throws Problem `not_found` for a session that does not run */
  const end = async (tx: ChangeTx, caller: Caller, id: RemoteSessionId): Promise<void> => {
    const at = new Date(now());
    const found = await lockRemoteSession(tx, id);
    if (!found?.redeemedAt) throw new Problem('not_found');
    const row = await updateOpenRemoteSession(tx, id, { endedAt: at, endReason: 'admin' });
    if (!row) throw new Problem('not_found');
    await recordRemoteSessionEnd(tx, row, { reason: 'admin', at }, caller);
  };

  return { isOnline, open, report, end };
}
