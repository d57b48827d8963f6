import * as z from 'zod';
import { Accepted } from '../../accepted.ts';
import { event } from '../../event.ts';
import { GroupPk } from '../../ids.ts';

export const GroupScope = z.union([z.literal('all'), z.literal('favorate'), GroupPk]);
export type GroupScope = z.infer<typeof GroupScope>;

/** Subscribes to a group scope. Every message after the answer's `seq` is sent; a snapshot has its own `seq` to compare. */
export const watchFleet = event('watch_fleet', z.object({ group_pk: GroupScope, usage: z.boolean() }), {
  ack: Accepted.extend({ seq: z.number(), announced: z.number().optional() }),
});

export const unwatchFleet = event('unwatch_fleet', z.object({}).optional(), { ack: Accepted });
