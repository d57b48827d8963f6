import { z } from 'zod';
import { event } from '../../event.ts';

const Notice = z.object({ pk: z.int().optional(), state: z.int().optional() });

export const approvalChanged = event('approval_changed', Notice);
export const ticketChanged = event('ticket_changed', Notice);
export const noticePosted = event('notice_posted', Notice);
export const policyChanged = event('policy_changed', Notice);
