import { z } from 'zod';
import { event } from '../../event.ts';

const Notice = z.object({ pk: z.int().optional(), state: z.int().optional() });

export const approvalChanged = event('approval_changed', Notice);
export const ticketChanged = event('ticket_changed', Notice);
export const noticePosted = event('notice_posted', Notice);
/** A session of the user was opened or ended. */
export const sessionsChanged = event('sessions_changed', z.object({}));
export const policyChanged = event('policy_changed', Notice);
