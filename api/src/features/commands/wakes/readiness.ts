import type { WakeSenderCandidate } from '@vigil/shared/contract/http/commands';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import { createSenderFinder, canBeWoken, wakeProblem, type SenderFinder } from '@vigil/shared/domain/wake-senders';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../identity/sessions/caller.ts';
import type { CommandTarget } from '../queries.ts';
import { selectApprovedTargets, selectLastWakeSuccesses, selectWakeSenders } from './queries.ts';

/** An older proof says little: systems, switches and firmware change. */
const PROOF_AGE_MS = 90 * 24 * 3_600_000;

/** What is known before a wake. */
export interface WakeReadinessLookup {
  /** Who could wake a device now. */
  sendersOf: SenderFinder<CommandTarget>;
  /** Why it cannot be woken, or null. */
  problemOf: (sleeper: CommandTarget) => ProblemCode | null;
  /** When it last came online after a wake. */
  provenAt: (sleeper: CommandTarget) => string | null;
  candidate: (sender: CommandTarget) => WakeSenderCandidate;
}

const publicIpsOf = (targets: readonly CommandTarget[]) => [
  ...new Set(targets.flatMap(({ publicIp }) => publicIp || [])),
];

/**
 * Reads who could wake some devices, with the same few queries for one and for all. Senders are among the devices that
 * the caller sees: others are not commanded by the caller.
 */
export async function readWakeReadinessLookup(
  { redis, now }: Pick<Deps, 'redis' | 'now'>,
  tx: ReadTx,
  { caller, sleepers }: { caller: Caller; sleepers: readonly CommandTarget[] },
): Promise<WakeReadinessLookup> {
  const online = await onlineDevices(redis, caller.company);
  const possible = await selectWakeSenders(tx, caller, publicIpsOf(sleepers));
  const senders = possible.filter(({ pk }) => online.has(pk));
  const since = new Date(now() - PROOF_AGE_MS);
  const pksOf = (targets: readonly CommandTarget[]) => targets.map(({ pk }) => pk);
  const [bySender, bySleeper] = await Promise.all([
    selectLastWakeSuccesses(tx, 'sender', { pks: pksOf(senders), since }),
    selectLastWakeSuccesses(tx, 'sleeper', { pks: pksOf(sleepers), since }),
  ]);
  const sendersOf = createSenderFinder(senders, (pk) => bySender.get(pk)?.getTime());
  return {
    sendersOf,
    problemOf: (sleeper) => wakeProblem(sleeper, sendersOf(sleeper, 1)),
    provenAt: ({ pk }) => bySleeper.get(pk)?.toISOString() ?? null,
    candidate: ({ pk, alias, privateIp, link }) => ({
      pk,
      alias,
      s_pri_ip: privateIp,
      link,
      last_proven_at: bySender.get(pk)?.toISOString() ?? null,
    }),
  };
}

/**
 * Reads which devices in sight no device could wake any more if those of `pks` were turned off, themselves included;
 * sorted by name. Devices that cannot be woken now either are left out.
 */
export async function findWakeLosses(
  { redis }: Pick<Deps, 'redis'>,
  tx: ReadTx,
  { caller, pks }: { caller: Caller; pks: readonly DevicePk[] },
): Promise<CommandTarget[]> {
  const online = await onlineDevices(redis, caller.company);
  const leaving = new Set(pks.filter((pk) => online.has(pk)));
  const leavingRows = await selectApprovedTargets(tx, caller, { publicIps: [], pks: [...leaving] });
  const around = await selectApprovedTargets(tx, caller, {
    publicIps: publicIpsOf(leavingRows),
    pks: [...leaving],
  });
  const awake = around.filter(({ pk }) => online.has(pk));
  const never = () => undefined;
  const before = createSenderFinder(awake, never);
  const after = createSenderFinder(
    awake.filter(({ pk }) => !leaving.has(pk)),
    never,
  );
  return around
    .filter((device) => {
      const willSleep = leaving.has(device.pk) || !online.has(device.pk);
      const wasReady = leaving.has(device.pk) || before(device, 1).length > 0;
      return willSleep && wasReady && canBeWoken(device) && after(device, 1).length === 0;
    })
    .toSorted((a, b) => a.alias.localeCompare(b.alias, 'en') || a.pk - b.pk);
}
