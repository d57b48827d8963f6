import { MantineProvider, mergeThemeOverrides, type MantineColorSchemeManager } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { Provider, type createStore } from 'jotai';
import { useMemo } from 'react';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider, type createBrowserRouter } from 'react-router-dom';
import { ServicesContext, type Services } from '../lib/services.ts';
import { cssVariables, theme } from './theme.ts';

interface AppProps {
  store: ReturnType<typeof createStore>;
  queries: QueryClient;
  i18n: i18n;
  services: Services;
  router: ReturnType<typeof createBrowserRouter>;
  colorScheme: MantineColorSchemeManager;
}

/** The button that closes a toast has no text. */
const withTexts = ({ t }: i18n) =>
  mergeThemeOverrides(theme, {
    components: { Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } } },
  });

export function App({ store, queries, i18n, services, router, colorScheme }: AppProps) {
  const themeWithTexts = useMemo(() => withTexts(i18n), [i18n]);
  return (
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <I18nextProvider i18n={i18n}>
          <MantineProvider
            theme={themeWithTexts}
            cssVariablesResolver={cssVariables}
            defaultColorScheme="auto"
            colorSchemeManager={colorScheme}
          >
            <ServicesContext value={services}>
              <RouterProvider router={router} />
            </ServicesContext>
          </MantineProvider>
        </I18nextProvider>
      </QueryClientProvider>
    </Provider>
  );
}
