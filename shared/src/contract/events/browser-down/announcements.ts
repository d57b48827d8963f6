import * as z from 'zod';
import { announcements, announcementKinds, type AnnouncementKind, type Announcements } from '../../announcements.ts';
import { event, type EventDefinition } from '../../event.ts';
import { ExportId } from '../../ids.ts';

/** Which thing has changed, and its state now; `id` of an export. The rest is read, where any of it is shown. */
export const AnnouncedObjectState = z.object({
  pk: z.int().optional(),
  state: z.int().optional(),
  id: ExportId.optional(),
});

type AnnouncementEvents = {
  readonly [K in AnnouncementKind]: EventDefinition<
    Announcements[K]['event'],
    typeof AnnouncedObjectState,
    null,
    false
  >;
};

/** What browsers are told of changes, by its kind. */
export const announcementEvents = Object.fromEntries(
  announcementKinds.map((kind) => [kind, event(announcements[kind].event, AnnouncedObjectState)]),
) as unknown as AnnouncementEvents;

/** The rights of the user changed: the connection is closed after this, and a new one has them. */
export const reconnectForChangedRights = event('rights_changed', z.object({}));
/** The licence of the company changed, or it blocks the company, or no longer does: the profile says how. */
export const licenceChanged = event('licence_changed', z.object({}));
/** A remote session with a device of the company was opened, or has ended. */
export const remoteSessionsChanged = event('remote_sessions_changed', z.object({}));
/**
 * How many devices of a bulk change were handled so far, and how many of these left out, to the user who asked for it.
 */
export const bulkProgress = event(
  'bulk_progress',
  z.object({
    bulk_id: z.uuid(),
    handled: z.int().nonnegative(),
    refused: z.int().nonnegative().default(0),
    total: z.int().positive(),
  }),
);
