import * as z from 'zod';
import { Accepted } from '../../accepted.ts';
import { event } from '../../event.ts';

/**
 * The heartbeat of a browser, every 10 s: the answer's `seq` and `announced` show whether it missed an event (SEQ-9, SEQ-12). Changes no
 * subscription.
 */
export const syncCheck = event('sync_check', z.object({}).optional(), {
  ack: Accepted.extend({ seq: z.number(), announced: z.number().optional() }),
});
