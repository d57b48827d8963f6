import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css';
import './global.css';
import { createStore } from 'jotai';
import { createRoot } from 'react-dom/client';
import { signOut as signOutCall } from '../endpoints.ts';
import { createI18n } from '../i18n/create-i18n.ts';
import { createApi } from '../lib/api.ts';
import { initialLanguage } from '../lib/language.ts';
import { reloadOnceForNewVersion } from '../lib/new-version.ts';
import { createQueryClient } from './query-client.ts';
import { closeAllDialogsAtom } from '../lib/dialog-stack.ts';
import type { Services } from '../lib/services.ts';
import { profileAtom, sessionEndAtom, tokenAtom } from '../entities/session/session.ts';
import { createSessionHandover } from '../entities/session/session-handover.ts';
import { loadSettings, settingsAtom } from '../entities/session/settings.ts';
import { expiredTokenCookie, clearUserStorage } from '../lib/storage.ts';
import { App } from './app.tsx';
import { createRouter } from './router.tsx';

reloadOnceForNewVersion(window, Date.now);
const language = initialLanguage(window.location.pathname, document.cookie, navigator.languages);
document.documentElement.lang = language;

const store = createStore();
const queries = createQueryClient();

/** Clears the user's data; `reason` is shown on the sign-in screen. */
function endSession(reason: string | null): void {
  if (store.get(tokenAtom) === null) return;
  store.set(sessionEndAtom, reason);
  store.set(tokenAtom, null);
  store.set(profileAtom, null);
  store.set(closeAllDialogsAtom);
  clearUserStorage(window.localStorage);
  document.cookie = expiredTokenCookie;
  queries.clear();
}

const api = createApi({
  fetch: window.fetch.bind(window),
  token: () => store.get(tokenAtom),
  language: () => language,
  onSessionLost: (reason) => endSession(reason === '' ? 'expired' : reason),
  now: Date.now,
});

const services: Services = {
  api,
  signOut: (reason) => {
    // The server ends the session everywhere; if it cannot be reached, the token is still removed from this browser.
    if (reason === null || reason === 'idle') void api.call(signOutCall).catch(() => undefined);
    endSession(reason);
  },
};

const root = document.getElementById('root');
if (!root) throw new Error('no #root in the page');

// The router loads the chunks of the page at the same time as the texts and the settings.
const router = createRouter(language);
const handover = createSessionHandover(() => store.get(tokenAtom));
const takeOver = (token: string): void => {
  if (store.get(tokenAtom) === null) store.set(tokenAtom, token);
};
const [i18n, settings, handedOver] = await Promise.all([
  createI18n(language),
  loadSettings(api),
  store.get(tokenAtom) === null ? handover.ask(takeOver) : null,
]);
if (handedOver !== null) takeOver(handedOver);
store.set(settingsAtom, settings);
createRoot(root).render(<App store={store} queries={queries} i18n={i18n} services={services} router={router} />);
