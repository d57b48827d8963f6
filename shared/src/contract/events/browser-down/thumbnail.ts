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

/** The screen is unchanged since the last frame of the device that this browser received. */
export const thumbnailSame = event('thumbnail_same', z.object({ device_pk: DevicePk, at: z.number() }));

export const thumbnail = event('thumbnail', FrameHeader, { binary: true });
