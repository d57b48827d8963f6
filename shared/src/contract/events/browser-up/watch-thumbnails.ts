import * as z from 'zod';
import { Accepted } from '../../accepted.ts';
import { event } from '../../event.ts';
import { DevicePk } from '../../ids.ts';

/** Replaces the capture requests of this socket. `refused` are the devices that the user may not see. */
export const watchThumbnails = event(
  'watch_thumbnails',
  z.object({
    devices: z.array(DevicePk).max(1_000),
    width: z.int().min(80).max(640),
    interval_ms: z.int().min(200).max(60_000),
  }),
  { ack: Accepted.extend({ refused: z.array(DevicePk) }) },
);
