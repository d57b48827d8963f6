import type { Language } from '@vigil/shared/contract/languages';
import { useAtomValue } from 'jotai';
import { useEffect, Suspense, type ComponentType } from 'react';
import { createBrowserRouter, Navigate, Outlet, useParams, useOutlet } from 'react-router-dom';
import { profileAtom, tokenAtom } from '../entities/session/session.ts';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import type { TextLoader } from '../i18n/create-i18n.ts';
import { withinChunkTimeout } from '../lib/chunk-timeout.ts';
import { isLanguage } from '../lib/language.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { useVisitSourceQuery } from '../lib/use-visit-source-query.ts';
import { Prefetch } from './chunks/prefetch.tsx';
import { mostUsedPageLoaders } from './pages.ts';
import { publicPage, publicRoutes, sessionViewerRoute } from './public-routes.tsx';
import { SessionGate } from './session/session-gate.tsx';
import { PageError } from './shell/page-error.tsx';
import { signedInRoutes } from './signed-in-routes.tsx';

/** The texts were loaded for one language; an address with another one loads the page again. */
function LanguageGuard({ loaded }: { loaded: Language }) {
  const { lang } = useParams();
  const isOther = isLanguage(lang) && lang !== loaded;
  useEffect(() => {
    if (isOther) window.location.reload();
  }, [isOther]);
  if (isOther) return null;
  return lang === loaded ? <Outlet /> : <ToSignIn language={loaded} />;
}

function ToSignIn({ language }: { language: Language }) {
  return <Navigate to={`/${language}/${useVisitSourceQuery()}`} replace />;
}

/** The table of contents of the client. `loadTexts` loads those of a part of it. */
export function createRouter(language: Language, loadTexts: TextLoader['load']) {
  const loadConsole = async () =>
    (await withinChunkTimeout(Promise.all([mostUsedPageLoaders.console(), loadTexts('console')])))[0];
  const Console = lazyWithPreload(loadConsole);
  // While the sign-in is on the screen.
  const signInPrefetch = [Console.preload, mostUsedPageLoaders.devices];
  return createBrowserRouter([
    { path: '/', element: <ToSignIn language={language} /> },
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
        sessionViewerRoute(loadTexts),
        {
          element: <SessionGate />,
          children: [
            {
              lazy: async () => ({ Component: await loadConsole() }),
              // A page that fails leaves the shell around it.
              children: [{ errorElement: <PageError />, children: signedInRoutes(loadTexts) }],
            },
          ],
        },
        {
          element: <ShellIfSignedIn Console={Console} />,
          children: [publicPage('error/:code', 'ErrorCodePage'), publicPage('*', 'NotFoundPage')],
        },
      ],
    },
  ]);
}

/** Pages that exist with and without a session: with one, they stand inside the shell. */
function ShellIfSignedIn({ Console }: { Console: ComponentType }) {
  const token = useAtomValue(tokenAtom);
  const profile = useAtomValue(profileAtom);
  const page = useOutlet();
  if (token === null) return page;
  // The gate reads the profile, and shows its outlet once there is one.
  if (profile === null) return <SessionGate />;
  return (
    <Suspense fallback={null}>
      <Console />
    </Suspense>
  );
}
