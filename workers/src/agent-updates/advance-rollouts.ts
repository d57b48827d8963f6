import { randomUUID } from 'node:crypto';
import { CommandId, type RolloutPk } from '@vigil/shared/contract/ids';
import type { SignedRelease } from '@vigil/shared/contract/release';
import { deviceCountOfShare } from '@vigil/shared/contract/rollout-rules';
import { isOlderVersion } from '@vigil/shared/contract/versions';
import { COMMAND_START_WITHIN_MS, type FinalCommandState } from '@vigil/shared/domain/command-life';
import { hoursOfDay } from '@vigil/shared/domain/hours-of-day';
import { hasTooManyFailures, rolloutOutcomeOf, rolloutCapacity, retryDelayMs } from '@vigil/shared/domain/rollouts';
import {
  publishStatesOnCommit,
  commitChange,
  queueJobsOnCommit,
  type ChangeTx,
} from '@vigil/shared/platform/changes/commit-change';
import { commands, commandSteps } from '@vigil/shared/platform/db/schema/commands';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import {
  packageAvailabilityForDevice,
  readTrustedReleases,
  updateJobFor,
  type PublishedReleases,
} from '@vigil/shared/platform/releases';
import { commandStateMessage } from '../commands/ledger.ts';
import type { Deps } from '../deps.ts';
import {
  changeRollout,
  countRolloutParticipants,
  countOutcomesInShare,
  isIssuerAllowed,
  lockRunningRollout,
  recordRolloutDeviceOutcomes,
  selectNextRolloutDevices,
  lockEndedRolloutDevices,
  selectRunningRollouts,
  selectUndecidedDevicePlatforms,
  selectWaitingTimeZones,
  setRolloutDeviceCommands,
  skipDeletedRolloutDevices,
  type NextRolloutDevice,
  type Rollout,
} from './rollout-queries.ts';

/** What became of the devices whose command has ended. */
async function decideEnded({ database, now }: Deps): Promise<void> {
  await database.asSystem(async (tx) => {
    const ended = await lockEndedRolloutDevices(tx);
    if (ended.length === 0) return;
    const decisions = ended.map(({ rollout, n, state, message, attempts }) => {
      const outcome = rolloutOutcomeOf(state as FinalCommandState, message);
      const reason = outcome === 'done' ? null : message;
      if (outcome !== 'again') return { rollout, n, outcome, reason, at: new Date(now()) };
      const wait = retryDelayMs(attempts);
      return {
        rollout,
        n,
        outcome: wait === null ? 'skipped' : null,
        reason,
        at: new Date(now() + (wait ?? 0)),
      } as const;
    });
    await recordRolloutDeviceOutcomes(tx, decisions);
  });
}

/**
 * The ledger's row of an update. A worker signs it, because it originates it: a row of a rollout that was written into
 * the database could at most update devices to a release that the vendor has signed, since agents check that themselves
 * (infra/decisions/agent-updates.md).
 */
async function commandFor(
  { commandSigner, now }: Deps,
  rollout: Rollout,
  device: NextRolloutDevice,
  release: SignedRelease,
) {
  const id = CommandId.parse(randomUUID());
  const args = { ...updateJobFor(id, release) };
  const deadline = new Date(now() + COMMAND_START_WITHIN_MS);
  const signed = await commandSigner.sign({ id, guid: device.guid, type: 'update', args, deadline });
  return {
    id,
    type: 'update' as const,
    args,
    deadline,
    keyId: signed.key_id,
    signature: signed.signature,
    companyFk: rollout.companyFk,
    deviceFk: device.pk,
    deviceAlias: device.alias,
    issuedBy: rollout.issuedBy,
    issuerName: rollout.issuerName,
  };
}

/**
 * Updates devices, each with its row in the same transaction, so that none is told twice. If this process ends before
 * the jobs are queued, the workers find the queued rows in the ledger.
 */
async function commandDevices(
  deps: Deps,
  tx: ChangeTx,
  { rollout, devices, release }: { rollout: Rollout; devices: readonly NextRolloutDevice[]; release: SignedRelease },
): Promise<void> {
  if (devices.length === 0) return;
  const wanted = await Promise.all(devices.map((device) => commandFor(deps, rollout, device, release)));
  const rows = await tx.insert(commands).values(wanted).returning();
  await tx.insert(commandSteps).values(rows.map(({ id, companyFk, state }) => ({ commandFk: id, companyFk, state })));
  const byDevice = new Map(rows.map(({ deviceFk, id }) => [deviceFk, id]));
  await setRolloutDeviceCommands(
    tx,
    rollout.pk,
    devices.flatMap(({ n, pk }) => {
      const id = byDevice.get(pk);
      return id === undefined ? [] : [{ n, id }];
    }),
  );
  const at = Date.now();
  publishStatesOnCommit(
    tx,
    rows.map((row) => commandStateMessage(row, at)),
  );
  queueJobsOnCommit(
    tx,
    'commands',
    rows.map(({ id, companyFk: company }) => ({ id, data: { id, company } })),
  );
}

/** One step of a rollout: it stops, pauses, ends, or updates more devices. */
async function advance(
  deps: Deps,
  tx: ChangeTx,
  { pk, releases }: { pk: RolloutPk; releases: PublishedReleases },
): Promise<void> {
  const at = new Date(deps.now());
  const rollout = await lockRunningRollout(tx, pk);
  if (!rollout) return;
  const release = releases.get(rollout.version);
  await skipDeletedRolloutDevices(tx, pk, at);
  const share = deviceCountOfShare(await countRolloutParticipants(tx, pk), rollout.percent);
  const counts = await countOutcomesInShare(tx, pk, share);
  const progress = { ...rollout, ...counts };
  if (!release || hasTooManyFailures(progress)) {
    await changeRollout(tx, pk, { state: 'stopped', reason: release ? 'failure_rate' : 'withdrawn', finishedAt: at });
    return;
  }
  if (counts.undecided === 0) {
    await changeRollout(tx, pk, { state: 'done', reason: null, finishedAt: at });
    return;
  }
  const systems = await selectUndecidedDevicePlatforms(tx, pk, share);
  if (systems.some((system) => packageAvailabilityForDevice(release, system) === 'deleted')) {
    await changeRollout(tx, pk, { state: 'stopped', reason: 'packages_deleted', finishedAt: at });
    return;
  }
  if (!(await isIssuerAllowed(tx, rollout))) {
    await changeRollout(tx, pk, { state: 'paused', reason: 'issuer_not_allowed', finishedAt: null });
    return;
  }
  const room = rolloutCapacity(progress);
  if (room === 0 || counts.undecided === counts.open) return;
  const zones = await selectWaitingTimeZones(tx, pk);
  const found = await selectNextRolloutDevices(tx, pk, {
    share,
    room,
    at,
    hours: zones.map((zone) => ({ zone, hours: hoursOfDay(zone, at) })),
    utcHour: at.getUTCHours(),
  });
  const { outdated = [], newest = [] } = Object.groupBy(found, ({ version }) =>
    isOlderVersion(version ?? '', rollout.version) ? 'outdated' : 'newest',
  );
  const left = newest.map(({ n }) => ({ rollout: pk, n, outcome: 'skipped' as const, reason: 'already_newest', at }));
  if (left.length > 0) await recordRolloutDeviceOutcomes(tx, left);
  await commandDevices(deps, tx, { rollout, devices: outdated, release });
}

/**
 * Advances the rollouts of agent updates (UPD-6, UPD-7). All that it knows is in rows, so that any process may end at
 * any moment, and several may run it at once.
 */
export async function advanceRollouts(deps: Deps): Promise<void> {
  const { database, log } = deps;
  await decideEnded(deps);
  const { running, releases } = await database.readAll(async (tx) => {
    const rows = await selectRunningRollouts(tx);
    return { running: rows, releases: rows.length === 0 ? new Map() : await readTrustedReleases(tx) };
  });
  for (const { pk, company } of running) {
    try {
      await commitChange(deps, company, (tx) => advance(deps, tx, { pk, releases }));
    } catch (cause) {
      // One rollout must not hold up those of other companies.
      warnOfRepeatedFailure(log, { cause, company, rollout: pk, severity: 'error' }, 'rollout not advanced');
    }
  }
}
