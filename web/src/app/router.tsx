import type { Language } from '@vigil/shared/contract/problem-texts';
import { createBrowserRouter, Navigate, Outlet, useParams } from 'react-router-dom';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { fallbackLanguage, isLanguage } from '../lib/language.ts';
import { Prefetch } from './prefetch.tsx';
import { NotFoundPage, PageError } from './fallback-pages.tsx';
import { signInPrefetch, pages } from './pages.ts';
import { publicRoutes } from './public-routes.tsx';
import { SessionGate } from './session-gate.tsx';
import { signedInRoutes } from './signed-in-routes.tsx';

/** An unsupported language is redirected to Korean (spec 1 §2). */
function LanguageGuard() {
  const { lang } = useParams();
  return isLanguage(lang) ? <Outlet /> : <Navigate to={`/${fallbackLanguage}/`} replace />;
}

/** The table of contents of the client. */
export const createRouter = (language: Language) =>
  createBrowserRouter([
    { path: '/', element: <Navigate to={`/${language}/`} replace /> },
    {
      path: '/:lang',
      element: <LanguageGuard />,
      errorElement: <PageError />,
      // Shown until the chunk of the page is loaded.
      hydrateFallbackElement: null,
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
              children: signedInRoutes,
            },
          ],
        },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ]);
