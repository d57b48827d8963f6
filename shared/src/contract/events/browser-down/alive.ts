import * as z from 'zod';
import { Bit } from '../../device.ts';
import { event } from '../../event.ts';
import { DevicePk } from '../../ids.ts';

/** `[device_pk, 1 online | 0 offline, at]`, `at` in milliseconds since 1970 by the server's clock. */
export const AliveRow = z.tuple([DevicePk, Bit, z.number()]);
export type AliveRow = z.infer<typeof AliveRow>;

export const alive = event('alive', z.object({ seq: z.number(), rows: z.array(AliveRow) }));
