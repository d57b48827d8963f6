import type { z } from 'zod';
import type { AnnouncementKind, Announcements } from '../../contract/announcements.ts';
import type { AnnouncedObjectState } from '../../contract/events/browser-down/announcements.ts';
import type { UserPk } from '../../contract/ids.ts';
import type { BusMessageOf } from '../bus/messages.ts';

type Recipients<K extends AnnouncementKind> = Announcements[K]['to'] extends 'users'
  ? { readonly to: readonly UserPk[] }
  : unknown;

/** What browsers are told, and who, where that is not everybody of the company. */
export type Announcement = { [K in AnnouncementKind]: { readonly kind: K } & Recipients<K> }[AnnouncementKind] &
  z.input<typeof AnnouncedObjectState>;

/** A message of a company to its browsers and agents that has content of its own. A repetition is harmless. */
export type CompanyMessage = BusMessageOf<
  'alerts' | 'incidents' | 'remote_session' | 'remote_session_cut' | 'remote_session_warning'
>;

/** What a transaction has stored to be published. */
export type StoredPayload = Announcement | { readonly kind: 'message'; readonly message: CompanyMessage };
