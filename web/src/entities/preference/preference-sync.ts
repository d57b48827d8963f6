import type { UserPk } from '@vigil/shared/contract/ids';
import { listPreferences, writePreference } from '@vigil/shared/contract/routes/accounts';
import type { createStore } from 'jotai';
import { isApiProblem } from '../../lib/api-problem.ts';
import type { Api, CallOptions } from '../../lib/api.ts';
import {
  preferenceCopyKey,
  noPreferenceEntries,
  readPreferenceCopy,
  mergeServerList,
  unsentKeys,
  markPreferenceSent,
  writePreferenceCopy,
  type PreferenceEntries,
} from './preference-entries.ts';
import { noPreferences, preferencesAtom, type PreferencesState } from './preferences.ts';

/** Columns are dragged and widened in many steps; a change that is not sent when the page closes is sent then. */
const WRITE_DELAY_MS = 400;

interface SyncNeeds {
  store: ReturnType<typeof createStore>;
  call: Api['call'];
  storage: Storage;
}

/** Keeps the preferences of the signed-in user on the server, and a copy of them in this browser. */
export interface PreferenceSync {
  /** A session of this user begins, or ends with null. */
  begin: (user: UserPk | null, options?: { isGuest: boolean }) => void;
  /** Reads them from the server, and sends the changes that it does not have. */
  refresh: () => Promise<void>;
  /** Sends what has not been sent, even if the page is closed meanwhile. */
  flush: () => void;
  /** Another tab has changed the storage. */
  onStorage: (key: string | null) => void;
}

export function createPreferenceSync({ store, call, storage }: SyncNeeds): PreferenceSync {
  const now = () => store.get(preferencesAtom);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isForeign = false;
  let last: PreferencesState = noPreferences;
  /** Changed or answered since the last reading began. */
  const touched = new Set<string>();
  const sending = new Map<string, Promise<void>>();

  const change = (user: UserPk | null, next: (book: PreferenceEntries) => PreferenceEntries) => {
    const preferences = now();
    // An answer may come after the end of the session.
    if (preferences.user === user) store.set(preferencesAtom, { ...preferences, book: next(preferences.book) });
  };

  /** Preferences that the server or another tab has sent are not sent back. */
  const adopt = (preferences: PreferencesState) => {
    isForeign = true;
    try {
      store.set(preferencesAtom, preferences);
    } finally {
      isForeign = false;
    }
  };

  const send = async (key: string, options: CallOptions): Promise<void> => {
    const { user, book } = now();
    const entry = book[key];
    if (!entry?.isUnsent) return;
    try {
      const { objects } = await call(writePreference, { params: { key }, body: { value: entry.value } }, options);
      change(user, (latest) => markPreferenceSent(latest, key, entry.at, objects[0]));
    } catch (error) {
      // What the server refuses stays a choice of this browser; what did not arrive is sent after the next reading.
      if (isApiProblem(error) && error.status >= 400 && error.status < 500 && error.status !== 401)
        change(user, (latest) => markPreferenceSent(latest, key, entry.at, undefined));
    }
  };
  /** Changes are sent one after another: two writes of one key at once could arrive in the other order. */
  const sendNext = (key: string, options: CallOptions = {}) => {
    const next = (sending.get(key) ?? Promise.resolve()).then(() => send(key, options));
    sending.set(key, next);
  };
  const sendAll = () => {
    timer = undefined;
    for (const key of unsentKeys(now().book)) sendNext(key);
  };

  store.sub(preferencesAtom, () => {
    const { user, book, isGuest } = now();
    if (user === last.user) for (const key of Object.keys(book)) if (book[key] !== last.book[key]) touched.add(key);
    last = now();
    if (user === null || isGuest) return;
    if (!isForeign) writePreferenceCopy(storage, user, book);
    if (!isForeign && unsentKeys(book).length > 0) {
      clearTimeout(timer);
      timer = setTimeout(sendAll, WRITE_DELAY_MS);
    }
  });

  return {
    begin(user, { isGuest } = { isGuest: false }) {
      if (user === now().user) return;
      clearTimeout(timer);
      const copy = user === null || isGuest ? null : readPreferenceCopy(storage, user);
      adopt({ user, book: copy ?? noPreferenceEntries, isKnown: copy !== null, isGuest });
    },
    async refresh() {
      const { user, isGuest } = now();
      if (user === null) return;
      // The choices of guests are stored nowhere else.
      if (!isGuest) touched.clear();
      const { objects } = await call(listPreferences);
      const preferences = now();
      if (preferences.user !== user) return;
      store.set(preferencesAtom, {
        ...preferences,
        book: mergeServerList(preferences.book, objects, touched),
        isKnown: true,
      });
    },
    flush() {
      clearTimeout(timer);
      for (const key of unsentKeys(now().book)) void send(key, { keepalive: true });
    },
    onStorage(key) {
      const preferences = now();
      const { user } = preferences;
      if (user === null || preferences.isGuest || key !== preferenceCopyKey(user)) return;
      const copy = readPreferenceCopy(storage, user);
      if (copy) adopt({ ...preferences, book: copy });
    },
  };
}
