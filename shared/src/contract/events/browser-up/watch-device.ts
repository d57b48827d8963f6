import * as z from 'zod';
import { Accepted } from '../../accepted.ts';
import { event } from '../../event.ts';
import { DevicePk } from '../../ids.ts';

/** With `processes` the device sends its process list again and again; without, the list stops. */
export const watchDevice = event('watch_device', z.object({ pk: DevicePk, processes: z.boolean().default(false) }), {
  ack: Accepted,
});
export const unwatchDevice = event('unwatch_device', z.object({ pk: DevicePk }), { ack: Accepted });
