import { partitions } from '@vigil/shared/platform/redis/keys';
import { markFrameSaved, readSealedFrame, readUnsavedFrames } from '@vigil/shared/platform/redis/last-frames';
import type { Deps } from '../deps.ts';
import { deleteFrames, selectSavedFrameStates, touchFrames, upsertFrames, type DeviceFrameState } from './queries.ts';

/** The frame of one device is written at most this often. */
const SAVE_INTERVAL_MS = 60_000;
/** Of a transaction: at most a few megabytes. */
const FRAMES_AT_ONCE = 100;

/**
 * Copies frames that Redis alone has to the database, so that they outlast it. Several processes may do so at once.
 * @returns how many were written
 */
export async function saveLastFrames(deps: Deps): Promise<number> {
  let saved = 0;
  for (const partition of partitions) {
    const unsaved = await readUnsavedFrames(deps.redis, partition);
    for (let i = 0; i < unsaved.length; i += FRAMES_AT_ONCE)
      saved += await saveSome(deps, unsaved.slice(i, i + FRAMES_AT_ONCE));
  }
  return saved;
}

async function saveSome({ database, redis, now }: Deps, unsaved: readonly DeviceFrameState[]): Promise<number> {
  const known = await database.readAll((tx) =>
    selectSavedFrameStates(
      tx,
      unsaved.map(({ device }) => device),
    ),
  );
  const before = new Map(known.map((frame) => [frame.device, frame]));
  const due = unsaved.filter(({ device }) => now() - (before.get(device)?.seenAt ?? 0) >= SAVE_INTERVAL_MS);
  if (due.length === 0) return 0;
  const isSame = ({ device, capturedAt }: DeviceFrameState) => before.get(device)?.capturedAt === capturedAt;
  const changed = await Promise.all(
    due
      .filter((frame) => !isSame(frame))
      .map(async (frame) => ({ ...frame, sealed: await readSealedFrame(redis, frame) })),
  );
  const present = changed.flatMap(({ sealed, ...frame }) => (sealed ? [{ ...frame, sealed }] : []));
  await database.asSystem(async (tx) => {
    await upsertFrames(tx, present);
    await touchFrames(tx, due.filter(isSame));
  });
  const marked = await Promise.all(
    due.map(async (frame) => ((await markFrameSaved(redis, frame)) ? [] : [frame.device])),
  );
  const deleted = marked.flat();
  if (deleted.length > 0) await database.asSystem((tx) => deleteFrames(tx, deleted, null));
  return due.length - deleted.length;
}
