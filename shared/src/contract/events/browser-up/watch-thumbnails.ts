import * as z from 'zod';
import { Accepted } from '../../accepted.ts';
import { event } from '../../event.ts';
import { frameRequestLimits } from '../../frame-request-limits.ts';
import { DevicePk } from '../../ids.ts';

const { width, interval, devices: maxDevices } = frameRequestLimits;

const FrameRequest = z.object({
  devices: z.array(DevicePk).max(maxDevices),
  width: z.int().min(width.least).max(width.most),
  interval_ms: z.int().min(interval.least).max(interval.most),
  urgent: z.boolean().optional(),
});

const FrameRequests = z.object({
  requests: z
    .array(FrameRequest)
    .max(20)
    .refine((all) => all.reduce((sum, { devices }) => sum + devices.length, 0) <= maxDevices, 'too many devices'),
  /** Names of image formats; one that is not known here is ignored. */
  formats: z.array(z.string().max(20)).max(10).optional(),
});

/**
 * Replaces the frames that this socket asks for: one request, or several, of which a device in more than one has the
 * largest width and the shortest interval. Where the frames exceed a budget, their intervals become longer, those of
 * `urgent` requests last. `formats` are those that the browser decodes besides jpg, which is all that those of earlier
 * versions get. `refused` are the devices that the user may not see.
 */
export const watchThumbnails = event('watch_thumbnails', z.union([FrameRequests, FrameRequest]), {
  ack: Accepted.extend({ refused: z.array(DevicePk) }),
});
