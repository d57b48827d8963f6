import type { Language } from '@vigil/shared/contract/problem-texts';
import { useEffect } from 'react';
import { createBrowserRouter, Navigate, Outlet, useParams } from 'react-router-dom';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { isLanguage } from '../lib/language.ts';
import { Prefetch } from './prefetch.tsx';
import { PageError } from './page-error.tsx';
import { signInPrefetch, pages } from './pages.ts';
import { publicRoutes } from './public-routes.tsx';
import { ShellIfSignedIn } from './shell-if-signed-in.tsx';
import { SessionGate } from './session-gate.tsx';
import { signedInRoutes } from './signed-in-routes.tsx';

/** The texts were loaded for one language; an address with another one loads the page again. */
function LanguageGuard({ loaded }: { loaded: Language }) {
  const { lang } = useParams();
  const isOther = isLanguage(lang) && lang !== loaded;
  useEffect(() => {
    if (isOther) window.location.reload();
  }, [isOther]);
  if (isOther) return null;
  return lang === loaded ? <Outlet /> : <Navigate to={`/${loaded}/`} replace />;
}

/** The table of contents of the client. */
export const createRouter = (language: Language) =>
  createBrowserRouter([
    { path: '/', element: <Navigate to={`/${language}/`} replace /> },
    {
      path: '/:lang',
      element: <LanguageGuard loaded={language} />,
      errorElement: <PageError />,
      // Nothing is shown until the chunk of the page is loaded; `null` would count as a fallback that was forgotten.
      hydrateFallbackElement: <></>,
      children: [
        {
          index: true,
          element: (
            <>
              <SignInPage />
              <Prefetch load={signInPrefetch} />
            </>
          ),
        },
        ...publicRoutes,
        {
          element: <SessionGate />,
          children: [
            {
              lazy: async () => ({ Component: await pages.console() }),
              // A page that fails leaves the shell around it.
              children: [{ errorElement: <PageError />, children: signedInRoutes }],
            },
          ],
        },
        {
          element: <ShellIfSignedIn />,
          children: [
            {
              path: 'error/:code',
              lazy: async () => ({ Component: (await import('../features/error-page/error-page.tsx')).ErrorPage }),
            },
            {
              path: '*',
              lazy: async () => ({ Component: (await import('../features/error-page/error-page.tsx')).NotFoundPage }),
            },
          ],
        },
      ],
    },
  ]);
