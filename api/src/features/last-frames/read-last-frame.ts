import type { AppConfigOverrides } from '@vigil/shared/contract/app-config-rules';
import type { DevicePk, DeviceGuid } from '@vigil/shared/contract/ids';
import { showsDetails } from '@vigil/shared/domain/visible-parts';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import { devices, lastFrames } from '@vigil/shared/platform/db/schema/devices';
import { blurRegionsHash, frameHidesCurrentAreas } from '@vigil/shared/platform/fleet/blur-regions-hash';
import { openFrame, type FrameOwner } from '@vigil/shared/platform/frame-sealing';
import { readPolicies, type CompanyPolicies } from '@vigil/shared/platform/policies';
import { unpackFrame, type Frame } from '@vigil/shared/platform/redis/frames';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { parseFrameState, readSealedFrame } from '@vigil/shared/platform/redis/last-frames';
import { eq } from 'drizzle-orm';
import { findVisibleDevice } from '../../access/visibility.ts';
import { selectConfigsByPrecedence } from '../../configs/applied-configs.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../identity/sessions/caller.ts';

const MINUTE_MS = 60_000;

/** With the time at which the screen was last known to look like that, in milliseconds since 1970. */
interface Seen<T> {
  readonly frame: T;
  readonly seenAt: number;
}

/** As it is stored, with what it does not show; see `blurRegionsHash`. */
interface Stored extends Seen<Buffer> {
  readonly hiddenAreas: string | null;
}

/**
 * The stored frame of a device that the caller sees, or null. Whether it may be shown follows from the rows as they are
 * now: what a change has forbidden is not served, also before it is deleted.
 */
export async function readLastFrame(deps: Deps, caller: Caller, guid: DeviceGuid): Promise<Seen<Frame> | null> {
  const { database, keyRing, log } = deps;
  const shown = await database.read(caller.company, (tx) => findShown(tx, caller, guid));
  if (!shown) return null;
  const owner: FrameOwner = { company: caller.company, device: shown.device };
  // The time for which frames are kept may have become shorter since this one was stored.
  const seenAfter = deps.now() - shown.keptMs;
  const hot = await readHot(deps, owner);
  const isKept = (found: Stored | null): found is Stored =>
    found !== null && found.seenAt > seenAfter && frameHidesCurrentAreas(found.hiddenAreas, shown.hiddenAreas);
  const stored = isKept(hot) ? hot : await database.read(caller.company, (tx) => selectSealed(tx, owner));
  if (!isKept(stored)) return null;
  try {
    return { frame: unpackFrame(openFrame(keyRing.frame, stored.frame, owner)), seenAt: stored.seenAt };
  } catch (cause) {
    log.warn({ err: cause, ...owner }, 'stored frame cannot be opened');
    return null;
  }
}

/** The device, for how long its frames are kept, and what they may not show; null where it shows none. */
async function findShown(tx: ReadTx, caller: Caller, guid: DeviceGuid) {
  const policies = await readPolicies(tx, caller.company);
  const keptMs = keptMsOf(policies);
  const device = keptMs > 0 ? await findVisibleDevice(tx, caller, { guid }) : undefined;
  const config = device && showsDetails(device) ? await selectConfig(tx, device.pk) : undefined;
  if (!device || !config || config.capture_never === 1) return null;
  return { device: device.pk, keptMs, hiddenAreas: blurRegionsHash(config) };
}

const keptMsOf = ({ pictures, pictureRetention }: CompanyPolicies): number =>
  pictures === 1 ? pictureRetention * MINUTE_MS : 0;

/** Of each key the strongest of the configurations of the device that has it decides (decision 68). */
async function selectConfig(tx: ReadTx, pk: DevicePk): Promise<AppConfigOverrides | undefined> {
  const [device] = await tx
    .select({ groupFk: devices.groupFk, own: appConfigs.config })
    .from(devices)
    .leftJoin(appConfigs, eq(appConfigs.pk, devices.appConfigFk))
    .where(eq(devices.pk, pk));
  if (!device) return undefined;
  const inherited = await selectConfigsByPrecedence(tx, device.groupFk);
  const configs: AppConfigOverrides[] = [device.own ?? {}, ...inherited.map(({ config }) => config)];
  return Object.assign({}, ...configs.toReversed()) as AppConfigOverrides;
}

async function readHot({ redis, log }: Deps, owner: FrameOwner): Promise<Stored | null> {
  try {
    const [text, sealed] = await Promise.all([
      redis.commands.hGet(redisKeys.lastFrameStates(owner.company), String(owner.device)),
      readSealedFrame(redis, owner),
    ]);
    const state = parseFrameState(text);
    return sealed && state && { frame: sealed, seenAt: state.seenAt, hiddenAreas: state.hiddenAreas };
  } catch (cause) {
    log.debug({ err: cause, ...owner }, 'frame not read from Redis');
    return null;
  }
}

async function selectSealed(tx: ReadTx, { device }: FrameOwner): Promise<Stored | null> {
  const [row] = await tx
    .select({ frame: lastFrames.sealed, seenAt: lastFrames.seenAt, hiddenAreas: lastFrames.hiddenAreas })
    .from(lastFrames)
    .where(eq(lastFrames.deviceFk, device));
  return row ? { ...row, seenAt: row.seenAt.getTime() } : null;
}
