import * as z from 'zod';
import { Accepted } from '../../accepted.ts';
import { event } from '../../event.ts';
import { DevicePk, GroupPk } from '../../ids.ts';

/**
 * The heartbeat of a browser, every 10 s: the answer's `seq` and `announced` show whether it missed an event (SEQ-9,
 * SEQ-12). Changes no subscription.
 */
export const syncCheck = event('sync_check', z.object({}).optional(), {
  ack: Accepted.extend({ seq: z.number(), announced: z.number().optional() }),
});

export const GroupScope = z.union([z.literal('all'), z.literal('favorate'), GroupPk]);
export type GroupScope = z.infer<typeof GroupScope>;

/**
 * Subscribes to a group scope. Every message after the answer's `seq` is sent; a snapshot has its own `seq` to compare.
 */
export const watchFleet = event('watch_fleet', z.object({ group_pk: GroupScope, usage: z.boolean() }), {
  ack: Accepted.extend({ seq: z.number(), announced: z.number().optional() }),
});

export const unwatchFleet = event('unwatch_fleet', z.object({}).optional(), { ack: Accepted });

/** With `processes` the device sends its process list again and again; without, the list stops. */
export const watchDevice = event('watch_device', z.object({ pk: DevicePk, processes: z.boolean().default(false) }), {
  ack: Accepted,
});
export const unwatchDevice = event('unwatch_device', z.object({ pk: DevicePk }), { ack: Accepted });
