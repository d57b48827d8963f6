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

export const thumbnail = event('thumbnail', FrameHeader, { binary: true });
