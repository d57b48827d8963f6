import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { Provider, type createStore } from 'jotai';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider, type createBrowserRouter } from 'react-router-dom';
import { ServicesContext, type Services } from '../lib/services.ts';
import { storageKey } from '../lib/storage.ts';
import { cssVariables, theme } from './theme.ts';

interface AppProps {
  store: ReturnType<typeof createStore>;
  queries: QueryClient;
  i18n: i18n;
  services: Services;
  router: ReturnType<typeof createBrowserRouter>;
}

const colorScheme = localStorageColorSchemeManager({ key: storageKey.colorScheme });

export function App({ store, queries, i18n, services, router }: AppProps) {
  return (
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <I18nextProvider i18n={i18n}>
          <MantineProvider
            theme={theme}
            cssVariablesResolver={cssVariables}
            defaultColorScheme="auto"
            colorSchemeManager={colorScheme}
          >
            <Notifications className="toasts" position="top-right" zIndex={400} />
            <ServicesContext value={services}>
              <RouterProvider router={router} />
            </ServicesContext>
          </MantineProvider>
        </I18nextProvider>
      </QueryClientProvider>
    </Provider>
  );
}
