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
