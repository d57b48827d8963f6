import type { RouteObject } from 'react-router-dom';
import type { TextLoader } from '../i18n/create-i18n.ts';
import { withinChunkTimeout } from '../lib/chunk-timeout.ts';
import type * as publicPages from './chunks/public-pages.ts';
import { IfFeatureEnabled } from './session/if-feature-enabled.tsx';

/** A page that most users never see: they only sign in. */
export const publicPage = (path: string, name: keyof typeof publicPages): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await withinChunkTimeout(import('./chunks/public-pages.ts')))[name] }),
});

/** The tab of a remote session, which has a secret of its own and nothing of the console around it. */
export const sessionViewerRoute = (loadTexts: TextLoader['load']): RouteObject => ({
  path: 'session/:id',
  lazy: async () => {
    const [page] = await withinChunkTimeout(
      Promise.all([import('../features/session-viewer/viewer-page.tsx'), loadTexts('viewer')]),
    );
    return { Component: page.SessionViewerPage };
  },
});

/** Pages that need no session (spec 1 §2); the sign-in and error pages are in `router.tsx`. */
export const publicRoutes: RouteObject[] = [
  {
    // An installation for a single company does not have them (spec 1 §6).
    element: <IfFeatureEnabled by={({ standalone }) => !standalone} otherwise={403} />,
    children: [
      publicPage('join-us', 'SignUpPage'),
      publicPage('join-done', 'JoinDonePage'),
      publicPage('partner-join', 'PartnerApplicationPage'),
    ],
  },
  publicPage('terms', 'TermsPage'),
  publicPage('privacy', 'PrivacyPage'),
  publicPage('forgot/:type?', 'ForgotPage'),
  publicPage('reset-password', 'ResetPasswordPage'),
  publicPage('access/retypepassword/:userid', 'ExpiredPasswordPage'),
  publicPage('access/auth', 'MailLinkPage'),
  publicPage('access/auth_token', 'SignInLinkPage'),
  {
    path: 'access-ticket/reveal',
    // Apart from the others: it shares controls with the console, which would load all public pages for them.
    lazy: async () => ({
      Component: (await import('../features/reveal-ticket/reveal-ticket-password-page.tsx')).RevealTicketPasswordPage,
    }),
  },
  publicPage('screen', 'ScreenPairingPage'),
  publicPage('welcome', 'PartnerWelcomePage'),
  publicPage('email-invitation', 'InvitationSignInPage'),
  publicPage('partner-login', 'PartnerLoginPage'),
];
