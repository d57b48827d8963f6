/** The pages that need no session, one chunk: each is small, and they share most of their controls. */
export { ErrorCodePage, NotFoundPage } from '../../features/error-page/error-code-page.tsx';
export { ForgotPage } from '../../features/account-recovery/forgot-page.tsx';
export { InvitationSignInPage } from '../../features/partner/invitation-sign-in-page.tsx';
export { PartnerApplicationPage } from '../../features/partner/partner-application-page.tsx';
export { PartnerLoginPage } from '../../features/partner/partner-login-page.tsx';
export { PartnerWelcomePage } from '../../features/partner/partner-welcome-page.tsx';
export { PrivacyPage, TermsPage } from '../../features/legal/legal-page.tsx';
export { ResetPasswordPage } from '../../features/reset-password/reset-password-page.tsx';
export { ExpiredPasswordPage } from '../../features/reset-password/expired-password-page.tsx';
export { SignInLinkPage } from '../../features/sign-in/sign-in-link-page.tsx';
export { JoinDonePage } from '../../features/sign-up/join-done-page.tsx';
export { ScreenPairingPage } from '../../features/wall-screen-pairing/pairing-page.tsx';
export { SignUpPage } from '../../features/sign-up/sign-up-page.tsx';
export { MailLinkPage } from '../../features/mail-links/mail-link-page.tsx';
