import * as z from 'zod';
import { Accepted } from '../../accepted.ts';
import { event } from '../../event.ts';

/** The heartbeat of a browser, every 10 s: the answer's `seq` shows whether it missed an event. Changes no subscription. */
export const syncCheck = event('sync_check', z.object({}).optional(), { ack: Accepted.extend({ seq: z.number() }) });
