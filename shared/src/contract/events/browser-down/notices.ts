import * as z from 'zod';
import { event } from '../../event.ts';
import { ExportId } from '../../ids.ts';

const Notice = z.object({ pk: z.int().optional(), state: z.int().optional() });

export const approvalChanged = event('approval_changed', Notice);
export const ticketChanged = event('ticket_changed', Notice);
export const noticePosted = event('notice_posted', Notice);
/** A session of the user was opened or ended. */
export const sessionsChanged = event('sessions_changed', z.object({}));
/** The rights of the user changed: the connection is closed after this, and a new one has them. */
export const rightsChanged = event('rights_changed', z.object({}));
/** The account of the user was changed by another person: the profile says how. */
export const profileChanged = event('profile_changed', z.object({}));
/** The user looked at the bell in another console: what it counts is read again. */
export const alertsSeen = event('alerts_seen', z.object({}));
/** The licence of the company changed, or its gate was opened or closed: the profile says how. */
export const licenceChanged = event('licence_changed', z.object({}));
/** An export of the user is ready, or has failed. */
export const exportReady = event('export_ready', z.object({ id: ExportId }));
/** How many devices of a bulk change were handled so far, and how many of these left out, to the user who asked for it. */
export const bulkProgress = event(
  'bulk_progress',
  z.object({
    bulk_id: z.uuid(),
    handled: z.int().nonnegative(),
    refused: z.int().nonnegative().default(0),
    total: z.int().positive(),
  }),
);
/** A configuration was changed or deleted, or given to other groups. */
export const configsChanged = event('configs_changed', z.object({}));
export const policyChanged = event('policy_changed', Notice);
