import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
// Pretendard is drawn after Inter, but its slices put the Latin letters and signs of one screen into five files.
import '@fontsource-variable/inter/wght.css';
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css';
import './global.css';
import { reportClientError, signOut as signOutCall } from '@vigil/shared/contract/routes/accounts';
import { createStore } from 'jotai';
import { createRoot } from 'react-dom/client';
import { createColorSchemeManager } from '../entities/preference/color-scheme.ts';
import { createPreferenceSync } from '../entities/preference/preference-sync.ts';
import { profileKey, profileQuery } from '../entities/profile/profile.ts';
import { shownEndReason } from '../entities/session/session-end.ts';
import { profileAtom, unpairReasonAtom, sessionEndReasonAtom, tokenAtom } from '../entities/session/session.ts';
import { loadSettings, settingsAtom } from '../entities/session/settings.ts';
import { createI18n } from '../i18n/create-i18n.ts';
import { COOKIE_SESSION_TOKEN, createApi } from '../lib/api.ts';
import { createAppBridge } from '../lib/app-bridge.ts';
import { closeAllDialogsAtom } from '../lib/dialog-stack.ts';
import { createErrorReporter } from '../lib/error-reporter.ts';
import { initialLanguage } from '../lib/language.ts';
import { expiredTokenCookie, clearUserStorage, belongsToAnotherUser, storageKey } from '../lib/local-storage-keys.ts';
import { fetchServedPage, installChunkReload } from '../lib/new-version.ts';
import { addPolyfills } from '../lib/polyfills.ts';
import type { Services } from '../lib/services.ts';
import { whenBrowserIdle } from '../lib/when-idle.ts';
import { pruneFleetCache } from '../live/fleet-cache.ts';
import { startEarlySnapshot } from '../live/fleet-snapshot.ts';
import { EarlySnapshotContext, FleetCacheContext } from '../live/use-fleet.ts';
import { App } from './app.tsx';
import { createIndexedDbEntry } from './data/indexed-db-entry.ts';
import { createQueryClient } from './data/query-client.ts';
import { createRouter } from './router.tsx';

addPolyfills();

// Chunks of the first page can be missing before there is a router.
let addressWanted = (): string | null => null;
installChunkReload(window, { now: Date.now, wanted: () => addressWanted(), fetchPage: fetchServedPage });
const language = initialLanguage(window.location.pathname, document.cookie, navigator.languages);
document.documentElement.lang = language;

const store = createStore();
const queries = createQueryClient();
const browserCache = createIndexedDbEntry();

let session = new AbortController();

/** Forgets in this tab what was read in the session; `reason` is shown on the sign-in screen. */
function leaveSession(reason: string | null): void {
  session.abort();
  session = new AbortController();
  store.set(sessionEndReasonAtom, shownEndReason(store.get(profileAtom), reason, Date.now()));
  store.set(profileAtom, null);
  store.set(closeAllDialogsAtom);
  queries.clear();
}

/** Clears the user's data, in this browser too. */
function endSession(reason: string | null): void {
  if (store.get(tokenAtom) === null) return;
  const keepsToken = store.get(profileAtom)?.is_invited === true;
  if (store.get(tokenAtom) === COOKIE_SESSION_TOKEN) store.set(unpairReasonAtom, reason);
  store.set(tokenAtom, null);
  leaveSession(reason);
  clearUserStorage(window.localStorage, { keepsToken });
  document.cookie = expiredTokenCookie;
  void browserCache.remove().catch(() => undefined);
}

// Another tab has ended the session, or somebody else has signed in there; it has cleared the storage.
window.addEventListener('storage', ({ storageArea, key }) => {
  const profile = store.get(profileAtom);
  if (storageArea !== window.localStorage || (key !== storageKey.token && key !== null)) return;
  if (profile === null || profile.is_invited) return;
  if (window.localStorage.getItem(storageKey.token) === null) leaveSession(null);
  else if (belongsToAnotherUser(window.localStorage, String(profile.pk))) window.location.reload();
});

// The app that shows the page learns of the session after the sign-in and at each renewal, both of which set the
// profile.
const bridge = createAppBridge({ window, user: () => store.get(profileAtom)?.pk ?? null });
const announceSession = (): void => {
  const [token, profile] = [store.get(tokenAtom), store.get(profileAtom)];
  if (token !== null && token !== COOKIE_SESSION_TOKEN && profile)
    bridge?.announce({ token, expiresAt: profile.session_expires, language });
};
for (const changed of [tokenAtom, profileAtom]) store.sub(changed, announceSession);

const api = createApi({
  fetch: window.fetch.bind(window),
  token: () => store.get(tokenAtom),
  language: () => language,
  onSessionLost: (reason) => endSession(reason === '' ? 'expired' : reason),
  onLicenceGate: () => {
    if (store.get(profileAtom)?.license.gate === 0) void queries.invalidateQueries({ queryKey: profileKey });
  },
  now: Date.now,
});

let routePattern = () => '';
const errorReports = createErrorReporter({
  page: window,
  // The hash of the first script names the build, and the lines of a stack are those of its files.
  release: import.meta.url.replace(/^.*\//u, ''),
  route: () => routePattern(),
  send: (error) => api.call(reportClientError, { body: error }, { keepalive: true }),
});

const preferences = createPreferenceSync({ store, call: api.call, storage: window.localStorage });
store.sub(profileAtom, () => {
  const profile = store.get(profileAtom);
  preferences.begin(profile?.pk ?? null, { isGuest: profile?.is_invited === true || profile?.is_screen === true });
});
window.addEventListener('pagehide', preferences.flush);
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && preferences.flush());
window.addEventListener('storage', ({ key }) => preferences.onStorage(key));

const services: Services = {
  api,
  errorReports,
  preferences,
  sessionEnd: () => session.signal,
  signOut: (reason) => {
    preferences.flush();
    // The server ends the session everywhere; if it cannot be reached, the token is still removed from this browser.
    if (reason === null || reason === 'idle') {
      void api.call(signOutCall, {}, { keepalive: true }).catch(() => undefined);
    }
    endSession(reason);
  },
};

const colorScheme = createColorSchemeManager(store, window.localStorage);

const root = document.getElementById('root');
if (!root) throw new Error('no #root in the page');

// What a signed-in user sees first is read while the chunks of the page are still being loaded.
const storedToken = store.get(tokenAtom);
const earlySnapshot = startEarlySnapshot(api.call, storedToken);
if (storedToken !== null) void queries.prefetchQuery(profileQuery(api, storedToken));

// The router loads the chunks of the page at the same time as the texts and the settings.
const texts = createI18n(language);
const router = createRouter(language, texts.load);
routePattern = () => {
  const patterns = router.state.matches.flatMap(({ route }) => route.path ?? []);
  return patterns.join('/');
};
addressWanted = () => {
  const { location } = router.state.navigation;
  return location ? router.createHref(location) : null;
};
const [i18n, settings] = await Promise.all([texts.ready, loadSettings(api)]);
store.set(settingsAtom, settings);
// For styles: titles of pages are hidden (decision 109).
document.documentElement.toggleAttribute('data-standalone', settings.standalone);
whenBrowserIdle(
  () => void pruneFleetCache(browserCache, { hasSession: store.get(tokenAtom) !== null, now: Date.now() }),
);
createRoot(root).render(
  <EarlySnapshotContext value={earlySnapshot}>
    <FleetCacheContext value={browserCache}>
      <App store={store} queries={queries} i18n={i18n} services={services} router={router} colorScheme={colorScheme} />
    </FleetCacheContext>
  </EarlySnapshotContext>,
);
