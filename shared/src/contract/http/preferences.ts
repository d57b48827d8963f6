import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import * as accounts from '../routes/accounts.ts';

/** UTF-8 bytes of a value as JSON. */
export const MAX_PREFERENCE_BYTES = 16 * 1024;
/** Keys of one user. */
export const MAX_PREFERENCES = 50;

const PreferenceKey = z.string().regex(/^[a-z][a-z0-9_.-]{0,39}$/);

/** A setting of the screen that follows its user to every browser. The client decides what the value means. */
export const Preference = z.object({ key: PreferenceKey, value: z.json() });
export type Preference = z.infer<typeof Preference>;

/** With the time of its last change, by which a client with a change of its own knows which came last. */
export const StoredPreference = Preference.extend({ updated_at: z.iso.datetime() });
export type StoredPreference = z.infer<typeof StoredPreference>;

const params = z.object({ key: PreferenceKey });

export const listPreferences = endpoint(accounts.listPreferences, {
  whileGated: true,
  summary: 'List the preferences of the caller',
  objects: z.array(StoredPreference),
});

export const readPreference = endpoint(accounts.readPreference, {
  whileGated: true,
  summary: 'Read one preference of the caller; empty when it was never written',
  params,
  objects: z.array(StoredPreference),
});

/** @throws Problem `too_large` for a value over 16 KB, or one more than 50 keys; `field` says which. */
export const writePreference = endpoint(accounts.writePreference, {
  audits: { none: 'of their own screen' },
  whileGated: true,
  summary: 'Write one preference of the caller; the last write wins, and null removes it',
  params,
  body: z.object({ value: z.json() }),
  objects: z.array(StoredPreference),
});
