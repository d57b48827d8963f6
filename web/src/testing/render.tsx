import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import '../app/global.css';
import { QueryClientProvider } from '@tanstack/react-query';
import type { Profile } from '@vigil/shared/contract/http/profile';
import type { Language } from '@vigil/shared/contract/languages';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { render as renderBare } from 'vitest-browser-react';
import { createQueryClient } from '../app/data/query-client.ts';
import { cssVariables, theme } from '../app/theme.ts';
import { profileAtom } from '../entities/session/session.ts';
import { createI18n } from '../i18n/create-i18n.ts';
import type { Api } from '../lib/api.ts';
import { ServicesContext } from '../lib/services.ts';
import type { LiveData } from '../live/live-data.ts';
import { LiveDataContext } from '../live/use-fleet.ts';
import { sampleProfile } from './sample-profile.ts';

interface Surroundings {
  language?: Language;
  /** The address after the language. */
  at?: string;
  /** What the component asks of the server; without it a call fails its test. */
  api?: Partial<Api>;
  /** Receives the errors that would be reported to the server. */
  onError?: (error: unknown) => void;
  /** Receives the reason of a sign-out; without it a sign-out fails its test. */
  signOut?: (reason: string | null) => void;
  /** Who is signed in, where it is not an ordinary user without rights. */
  profile?: Partial<Profile>;
  /** The live devices, for components that read or command them. */
  fleet?: Partial<LiveData>;
}

const unexpected = (): never => {
  throw new Error('the test expects no call');
};

/**
 * Renders a component in a real browser as the console does, with texts, theme and fakes for what it asks of others.
 */
export async function render(
  element: ReactNode,
  { language = 'en', at = '', api, profile, fleet, signOut = unexpected, onError = () => {} }: Surroundings = {},
) {
  const texts = createI18n(language);
  const i18n = await texts.ready;
  await Promise.all([texts.load('console'), texts.load('administration'), texts.load('viewer')]);
  document.documentElement.lang = language;
  const services = {
    api: { call: unexpected, frame: unexpected, file: unexpected, document: unexpected, ...api },
    errorReports: { caught: onError, signInFailed: () => onError('sign-in') },
    sessionEnd: () => new AbortController().signal,
    signOut,
    preferences: { refresh: async () => {} },
  };
  const store = createStore();
  store.set(profileAtom, { ...sampleProfile, ...profile });
  const router = createMemoryRouter([{ path: '/:lang/*', element }], { initialEntries: [`/${language}${at}`] });
  return renderBare(
    <Provider store={store}>
      <QueryClientProvider client={createQueryClient()}>
        <I18nextProvider i18n={i18n}>
          <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
            <ServicesContext value={services}>
              <LiveDataContext value={(fleet as LiveData | undefined) ?? null}>
                <RouterProvider router={router} />
              </LiveDataContext>
            </ServicesContext>
          </MantineProvider>
        </I18nextProvider>
      </QueryClientProvider>
    </Provider>,
  );
}
