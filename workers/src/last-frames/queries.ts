import { DEFAULT_FRAME_POLICIES } from '@vigil/shared/contract/frame-policies';
import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { devices, lastFrames } from '@vigil/shared/platform/db/schema/devices';
import { policies } from '@vigil/shared/platform/db/schema/policies';
import type { FrameMetadata } from '@vigil/shared/platform/redis/last-frames';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';

/** Minutes for which the company stores frames; 0 while it shows no screens. */
const keptMinutes = sql<number>`
  case when coalesce(${policies.pictures}, ${DEFAULT_FRAME_POLICIES.pictures}) = 0 then 0
  else coalesce(${policies.pictureRetention}, ${DEFAULT_FRAME_POLICIES.picture_retention}) end`;

export interface DeviceFrameState extends FrameMetadata {
  readonly company: CompanyPk;
  readonly device: DevicePk;
}

const state = {
  company: lastFrames.companyFk,
  device: lastFrames.deviceFk,
  ext: lastFrames.ext,
  capturedAt: sql<number>`(extract(epoch from ${lastFrames.capturedAt}) * 1000)::float8`,
  seenAt: sql<number>`(extract(epoch from ${lastFrames.seenAt}) * 1000)::float8`,
  hiddenAreas: lastFrames.hiddenAreas,
};

export const selectSavedFrameStates = (tx: ReadTx, pks: readonly DevicePk[]): Promise<DeviceFrameState[]> =>
  tx
    .select(state)
    .from(lastFrames)
    .where(inArray(lastFrames.deviceFk, [...pks]));

/** All that are kept at this time, with when they are deleted, in milliseconds since 1970. */
export async function selectUnexpiredFrameStates(
  tx: ReadTx,
  at: number,
): Promise<(DeviceFrameState & { readonly endsAt: number })[]> {
  const rows = await tx
    .select({ ...state, minutes: keptMinutes })
    .from(lastFrames)
    .leftJoin(policies, eq(policies.companyFk, lastFrames.companyFk));
  return rows
    .map(({ minutes, ...frame }) => ({ ...frame, endsAt: frame.seenAt + minutes * 60_000 }))
    .filter(({ endsAt }) => endsAt > at);
}

/** Frames of devices that were deleted meanwhile, or whose company stores none now, are left out. */
export async function upsertFrames(
  tx: Tx,
  frames: readonly (DeviceFrameState & { readonly sealed: Buffer })[],
): Promise<void> {
  const pks = frames.map(({ device }) => device);
  const storable = await tx
    .select({ pk: devices.pk })
    .from(devices)
    .leftJoin(policies, eq(policies.companyFk, devices.companyFk))
    .where(and(inArray(devices.pk, pks), sql`${keptMinutes} > 0`));
  const known = new Set(storable.map(({ pk }) => pk));
  const rows = frames
    .filter(({ device }) => known.has(device))
    // Processes that save the same rows lock them in the same order.
    .toSorted((a, b) => a.device - b.device)
    .map(({ company, device, ext, capturedAt, seenAt, hiddenAreas, sealed }) => ({
      companyFk: company,
      deviceFk: device,
      ext,
      capturedAt: new Date(capturedAt),
      seenAt: new Date(seenAt),
      hiddenAreas,
      sealed,
    }));
  if (rows.length === 0) return;
  const given = (column: string) => sql.raw(`excluded.${column}`);
  await tx
    .insert(lastFrames)
    .values(rows)
    .onConflictDoUpdate({
      target: lastFrames.deviceFk,
      set: {
        ext: given('ext'),
        capturedAt: given('captured_at'),
        seenAt: given('seen_at'),
        hiddenAreas: given('hidden_areas'),
        sealed: given('sealed'),
      },
      setWhere: sql`${lastFrames.seenAt} < excluded.seen_at`,
    });
}

/** The screens are still those of the frames that are saved. */
export async function touchFrames(tx: Tx, frames: readonly DeviceFrameState[]): Promise<void> {
  for (const { device, capturedAt, seenAt, hiddenAreas } of frames) {
    const isSame = and(eq(lastFrames.deviceFk, device), eq(lastFrames.capturedAt, new Date(capturedAt)));
    await tx
      .update(lastFrames)
      // A worker of the version before has saved it without its hidden areas.
      .set({ seenAt: new Date(seenAt), hiddenAreas })
      .where(isSame);
  }
}

/** @param seenBefore only those whose screen was not seen since then; null = in any case */
export const deleteFrames = (tx: Tx, pks: readonly DevicePk[], seenBefore: number | null) =>
  tx
    .delete(lastFrames)
    .where(
      and(
        inArray(lastFrames.deviceFk, [...pks]),
        seenBefore === null ? undefined : lte(lastFrames.seenAt, new Date(seenBefore)),
      ),
    );

/** Those whose time has ended, and those of companies that store none. @returns how many */
export async function deleteExpiredFrames(tx: Tx, at: number): Promise<number> {
  const expired = tx
    .select({ pk: lastFrames.deviceFk })
    .from(lastFrames)
    .leftJoin(policies, eq(policies.companyFk, lastFrames.companyFk))
    .where(
      sql`${lastFrames.seenAt} <= ${new Date(at).toISOString()}::timestamptz - ${keptMinutes} * interval '1 minute'
        or ${keptMinutes} = 0`,
    );
  const rows = await tx
    .delete(lastFrames)
    .where(inArray(lastFrames.deviceFk, expired))
    .returning({ pk: lastFrames.deviceFk });
  return rows.length;
}
