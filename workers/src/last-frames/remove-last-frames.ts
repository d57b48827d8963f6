import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { runForEachCompany } from '@vigil/shared/platform/each-company';
import { agentSettingsOf } from '@vigil/shared/platform/fleet/agent-settings';
import { blurRegionsHash, frameHidesCurrentAreas } from '@vigil/shared/platform/fleet/blur-regions-hash';
import { readFleetIndex, readIndexVersion, type FleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { partitions } from '@vigil/shared/platform/redis/keys';
import {
  findExpiredFrames,
  markFramesChecked,
  readFrameCheckVersions,
  readFrameStates,
  removeLastFrame,
  setFrameExpiryTimes,
  type FrameMetadata,
} from '@vigil/shared/platform/redis/last-frames';
import type { Deps } from '../deps.ts';
import { deleteFrames } from './queries.ts';

const MINUTE_MS = 60_000;

/**
 * Deletes the frames whose time has ended, and those that a change of their fleet forbids: of the company's settings,
 * of a configuration, of the devices.
 */
export async function pruneLastFrames(deps: Deps): Promise<void> {
  for (const partition of partitions) {
    await removeExpired(deps, partition);
    const checked = await readFrameCheckVersions(deps.redis, partition);
    const companies = [...checked].map(([company, version]) => ({ company, version }));
    await runForEachCompany(deps.log, companies, ({ company, version }) => removeForbidden(deps, company, version));
  }
}

async function removeExpired({ database, redis, now }: Deps, partition: number): Promise<void> {
  const at = now();
  const expired = await findExpiredFrames(redis, partition, at);
  if (expired.length === 0) return;
  // First the rows: while Redis knows the frame, what fails here is tried again.
  await database.asSystem((tx) =>
    deleteFrames(
      tx,
      expired.map(({ device }) => device),
      at,
    ),
  );
  await Promise.all(expired.map((owner) => removeLastFrame(redis, owner, at)));
}

/**
 * Whether the frame of a device may stay, whatever its age. One from before an area was hidden may show what is hidden
 * now.
 */
function isPermitted(index: FleetIndex, device: DevicePk, { hiddenAreas }: FrameMetadata): boolean {
  const { pictures, picture_retention: minutes } = index.frames;
  const settings = agentSettingsOf(index, device);
  if (pictures !== 1 || minutes === 0 || !settings || settings.config['capture_never'] === 1) return false;
  return frameHidesCurrentAreas(hiddenAreas, blurRegionsHash(settings.config));
}

/** @returns the number of deleted frames */
async function removeForbidden({ database, redis }: Deps, company: CompanyPk, checked: number | null): Promise<number> {
  if ((await readIndexVersion(redis, company)) === checked) return 0;
  const index = await readFleetIndex(redis, company);
  // It is rebuilt soon.
  if (!index) return 0;
  const states = await readFrameStates(redis, company);
  const keptMs = index.frames.picture_retention * MINUTE_MS;
  const permitted = [...states].filter(([device, state]) => isPermitted(index, device, state));
  for (const [device] of permitted) states.delete(device);
  const forbidden = [...states.keys()];
  // Redis first: a frame that is being saved is deleted by the process that saves it. Rows that remain after a failure
  // are restored, and checked again.
  await Promise.all(forbidden.map((device) => removeLastFrame(redis, { company, device }, null)));
  if (forbidden.length > 0) await database.asSystem((tx) => deleteFrames(tx, forbidden, null));
  // Those whose time is over by now are deleted in the next run.
  await setFrameExpiryTimes(
    redis,
    company,
    permitted.map(([device, { seenAt }]) => [device, seenAt + keptMs]),
  );
  await markFramesChecked(redis, company, index.version);
  return forbidden.length;
}
