import * as z from 'zod';
import { event } from '../../event.ts';
import { DevicePk } from '../../ids.ts';
import { FrameExt } from '../agent-up/thumbnail.ts';

export const FrameHeader = z.object({
  device_pk: DevicePk,
  at: z.number(),
  width: z.int(),
  height: z.int(),
  ext: FrameExt,
});
export type FrameHeader = z.infer<typeof FrameHeader>;

/** How often this browser gets frames of the device now, in milliseconds; without it as often as it asked for. */
const every_ms = z.int().positive().optional();

/** The screen is unchanged since the last frame of the device that this browser received. */
export const thumbnailSame = event('thumbnail_same', z.object({ device_pk: DevicePk, at: z.number(), every_ms }));

export const thumbnail = event('thumbnail', FrameHeader.extend({ every_ms }), { binary: true });

/**
 * The stored frames of devices have other formats than before (`_ext`), or are their first ones; null: it was deleted.
 * `forbidden`: the devices whose screens may not be shown, so that no frame of them stays.
 */
export const storedFrameFormatsChanged = event(
  'frame_formats',
  z.object({ rows: z.array(z.tuple([DevicePk, FrameExt.nullable()])), forbidden: z.array(DevicePk).optional() }),
);

/**
 * To administrators who watch frames, when it changes: bytes a second that the gateway sends to the browsers of the
 * company as frames, and the most that it sends; and how many times longer than requested the intervals of this
 * browser's tiles are, 1 = not longer.
 */
export const companyFrameTraffic = event(
  'frame_traffic',
  z.object({ bytes_per_second: z.int(), limit: z.int(), slowdown: z.number() }),
);
