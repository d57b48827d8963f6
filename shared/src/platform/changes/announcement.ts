import type { z } from 'zod';
import type { AnnouncementKind, Announcements } from '../../contract/announcements.ts';
import type { AnnouncedObjectState } from '../../contract/events/browser-down/announcements.ts';
import type { UserPk } from '../../contract/ids.ts';

type Recipients<K extends AnnouncementKind> = Announcements[K]['to'] extends 'users'
  ? { readonly to: readonly UserPk[] }
  : unknown;

/** What browsers are told, and who, where that is not everybody of the company. */
export type Announcement = { [K in AnnouncementKind]: { readonly kind: K } & Recipients<K> }[AnnouncementKind] &
  z.input<typeof AnnouncedObjectState>;
