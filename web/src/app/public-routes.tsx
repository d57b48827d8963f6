import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { NotInStandalone } from './not-in-standalone.tsx';

/** Each page has a chunk of its own: most users only see the sign-in. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/** The pages that need no session (spec 1 §2). */
export const publicRoutes: RouteObject[] = [
  {
    element: <NotInStandalone />,
    children: [
      page('join-us', async () => (await import('../features/sign-up/sign-up-page.tsx')).SignUpPage),
      page('join-done', async () => (await import('../features/sign-up/join-done-page.tsx')).JoinDonePage),
    ],
  },
  page('forgot/:type?', async () => (await import('../features/forgot/forgot-page.tsx')).ForgotPage),
  page(
    'reset-password',
    async () => (await import('../features/reset-password/reset-password-page.tsx')).ResetPasswordPage,
  ),
  page(
    'access/retypepassword/:userid',
    async () => (await import('../features/reset-password/retype-password-page.tsx')).RetypePasswordPage,
  ),
  page('access/auth', async () => (await import('../features/verify-email/verify-page.tsx')).VerifyPage),
  page('access/auth_token', async () => (await import('../features/verify-email/auth-token-page.tsx')).AuthTokenPage),
  page('welcome', async () => (await import('../features/partner/welcome-page.tsx')).WelcomePage),
  page('email-invitation', async () => (await import('../features/partner/invitation-page.tsx')).InvitationPage),
  page('partner-login', async () => (await import('../features/partner/partner-login-page.tsx')).PartnerLoginPage),
  page('partner-join', async () => (await import('../features/partner/partner-join-page.tsx')).PartnerJoinPage),
];
