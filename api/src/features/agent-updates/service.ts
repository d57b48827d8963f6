import { createHash } from 'node:crypto';
import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { changeRollout, createRollout } from '@vigil/shared/contract/http/agent-updates';
import type { DevicePk, RolloutPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { RolloutState } from '@vigil/shared/contract/rollout-rules';
import { isOlderVersion } from '@vigil/shared/contract/versions';
import { actionDenial } from '@vigil/shared/domain/device-actions';
import { writeAudits } from '@vigil/shared/platform/audits';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import {
  packageAvailabilityForDevice,
  readTrustedReleases,
  type TrustedRelease,
} from '@vigil/shared/platform/releases';
import { assertDeviceCountConfirmed } from '../../access/bulk-confirmation.ts';
import { viewerOf } from '../../access/viewer.ts';
import type { Call } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import {
  UPDATES_DISABLED_REASON,
  findVisibleGroup,
  insertRollout,
  insertRolloutDevices,
  lockRollout,
  lockRolloutStart,
  selectRolloutCandidates,
  selectUpdateDisabledDevices,
  updateRollout,
} from './queries.ts';

type Device = Awaited<ReturnType<typeof selectRolloutCandidates>>[number];

/** Why a device takes no part in a rollout; what an administrator can change comes first. */
const leftOut = [
  'in_other_rollout',
  'channel_not_followed',
  UPDATES_DISABLED_REASON,
  'packages_deleted',
  'already_newest',
  'no_release',
] as const;
type LeftOut = (typeof leftOut)[number];

/** Whether the release is an update of the device, in the channel that it follows; null when it is. */
function reasonToLeaveOut(release: TrustedRelease, device: Device): LeftOut | null {
  const { version, latest, isClaimed } = device;
  const { manifest } = release;
  const state = packageAvailabilityForDevice(release, device);
  if (state === 'none') return 'no_release';
  if (!isOlderVersion(version ?? '', manifest.version)) return 'already_newest';
  if (state === 'deleted') return 'packages_deleted';
  if (latest === null || isOlderVersion(latest, manifest.version)) return 'channel_not_followed';
  return isClaimed ? 'in_other_rollout' : null;
}

/**
 * An order that has nothing to do with names or ages of devices, so that a share of them resembles all; the same each
 * time.
 */
const orderOf = (device: DevicePk): string => createHash('sha256').update(`rollout|${device}`).digest('hex');

const assertMayUpdate = (caller: Caller): void => {
  const denial = actionDenial('update', viewerOf(caller));
  if (denial) throw new Problem('not_allowed', denial);
};

const audit = (tx: Tx, caller: Caller, value: object) =>
  writeAudits(tx, caller, [
    { code: auditCode.agentUpdate, type: auditTypeIds.action, subject: null, newValue: JSON.stringify(value) },
  ]);

/** @throws Problem as `createRollout` says */
export async function startRollout(
  tx: ChangeTx,
  { caller, body }: Call<typeof createRollout>,
  at: Date,
): Promise<RolloutPk> {
  assertMayUpdate(caller);
  const { device_group_fk: groupFk, version, percent, failure_percent, least_decided, confirm } = body;
  await lockRolloutStart(tx, caller.company);
  // A rollout of the whole company is for those who see all of it.
  const group = groupFk === null ? { name: '' } : await findVisibleGroup(tx, caller, groupFk);
  if (!group || (groupFk === null && caller.sight !== 'all'))
    throw new Problem('not_found', { field: 'body.device_group_fk' });
  const release = (await readTrustedReleases(tx)).get(version);
  if (!release) throw new Problem('no_release', { field: 'body.version' });
  const found = await selectRolloutCandidates(tx, caller, groupFk);
  const forbidden = await selectUpdateDisabledDevices(tx);
  const reasons = found.map(
    (device) => reasonToLeaveOut(release, device) ?? (forbidden.has(device.pk) ? UPDATES_DISABLED_REASON : null),
  );
  const own = found.filter((_, i) => reasons[i] === null);
  const disabled = found.filter((_, i) => reasons[i] === UPDATES_DISABLED_REASON);
  if (own.length === 0) throw new Problem(leftOut.find((reason) => reasons.includes(reason)) ?? 'no_approved_device');
  await assertDeviceCountConfirmed(tx, caller, { count: own.length, confirm });
  const rollout = await insertRollout(tx, {
    companyFk: caller.company,
    groupFk,
    groupName: group.name,
    version,
    percent,
    failurePercent: failure_percent,
    leastDecided: least_decided,
    issuedBy: caller.user,
    issuerName: caller.name,
  });
  const ordered = own.toSorted((a, b) => (orderOf(a.pk) < orderOf(b.pk) ? -1 : 1));
  const rowOf = ({ pk, alias }: Device, n: number) =>
    ({ rolloutFk: rollout.pk, companyFk: caller.company, n, deviceFk: pk, deviceAlias: alias }) as const;
  const left = { outcome: 'skipped', reason: UPDATES_DISABLED_REASON, decidedAt: at } as const;
  await insertRolloutDevices(tx, [
    ...ordered.map((device, i) => rowOf(device, i + 1)),
    ...disabled.map((device, i) => ({ ...rowOf(device, 0 - i), ...left })),
  ]);
  const counts = { devices: own.length, disabled: disabled.length };
  await audit(tx, caller, { rollout: rollout.pk, group: group.name, version, percent, ...counts });
  return rollout.pk;
}

type Action = NonNullable<BodyOf<typeof changeRollout>['action']>;

const transitions: { readonly [A in Action]: { readonly from: readonly RolloutState[]; readonly to: RolloutState } } = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  stop: { from: ['running', 'paused'], to: 'stopped' },
};

/** @throws Problem as `changeRollout` says */
export async function editRollout(
  tx: ChangeTx,
  { caller, params: { pk }, body: { action, percent } }: Call<typeof changeRollout>,
  at: Date,
): Promise<RolloutPk> {
  assertMayUpdate(caller);
  const rollout = await lockRollout(tx, caller, pk);
  if (!rollout) throw new Problem('not_found');
  const isRaised = percent !== undefined && percent !== rollout.percent;
  // A smaller share could not take back what was updated.
  if (isRaised && (percent < rollout.percent || rollout.state === 'stopped')) throw new Problem('conflict');
  const present = isRaised && rollout.state === 'done' ? 'running' : rollout.state;
  const step = action && transitions[action];
  if (step && !step.from.includes(present)) throw new Problem('conflict');
  const state = step?.to ?? present;
  if (state === rollout.state && !isRaised) return pk;
  const finishedAt = state === 'stopped' ? at : state === rollout.state ? rollout.finishedAt : null;
  const isStarted = state === 'running' && rollout.state !== 'running';
  await updateRollout(tx, pk, {
    state,
    finishedAt,
    reason: state === rollout.state ? rollout.reason : null,
    ...(isRaised ? { percent } : {}),
    ...(isStarted ? { issuedBy: caller.user, issuerName: caller.name } : {}),
  });
  await audit(tx, caller, { rollout: pk, action, percent });
  return pk;
}
