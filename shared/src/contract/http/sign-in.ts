import * as z from 'zod';
import { parseConsolePath } from '../console-path.ts';
import { endpoint } from '../endpoint.ts';
import * as accounts from '../routes/accounts.ts';
import { LinkKey, OneTimeCode, PasswordMax, RecoveryCode } from '../sign-in-fields.ts';
import { DateFormatId, Profile } from './profile.ts';

const Step = z.enum(['success', 'fail', 'wait']);

/**
 * `token` is a half-token until every step is `success`. `cause` maps a reason of `signInDenialCauses` to its detail.
 * `step2` is `fail` while the e-mail address is not verified; `mail` is then the key to send the mail again, and
 * `email` the masked address. `step3` is `wait` when a one-time code is required; `qrCodeFlag` when the authenticator
 * has to be set up, with `qrCode` as the text of the QR code (`otpauth://…`). `recovery_codes` are returned only once.
 */
export const LoginResult = z.object({
  step1: Step,
  step2: Step,
  step3: Step,
  cause: z.record(z.string(), z.unknown()).optional(),
  failure_limit: z.int(),
  current_failure: z.int(),
  self_unlock: z.int(),
  /** Where the password has to be replaced: the most characters of the new one. */
  password_max: PasswordMax.optional(),
  /** After a wrong password or code: how long the next attempt has to wait, in seconds; absent where it need not. */
  retry_after_s: z.int().optional(),
  email: z.string(),
  mail: z.string(),
  token: z.string(),
  qrCodeFlag: z.boolean(),
  qrCode: z.string().optional(),
  recovery_codes: z.array(z.string()).optional(),
  profile: Profile.optional(),
  dateFmt: DateFormatId.optional(),
});
export type LoginResult = z.infer<typeof LoginResult>;

/**
 * 1 keeps the session for seven days, used or not (auto-login, spec 1 §9); sent with the step that completes the
 * sign-in.
 */
const autoLogin = z.union([z.literal(0), z.literal(1)]).default(0);

/**
 * `1STEP` takes the password, or `LINK` the key of a sign-in link instead; `3STEP` takes the one-time code after
 * either.
 * @throws Problem `link_invalid` for a link that is unknown, used, expired, or of a session that has ended
 */
export const signIn = endpoint(accounts.signIn, {
  audits: { none: 'sign-ins are a record of their own' },
  summary: 'Sign in: ID and password, or a sign-in link, then the one-time code',
  body: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('1STEP'),
      mail: z.string().min(1).max(100),
      pw: z.string().min(1).max(100),
      auto_login: autoLogin,
    }),
    z.object({ type: z.literal('LINK'), key: LinkKey }),
    z.object({ type: z.literal('3STEP'), code: z.union([OneTimeCode, RecoveryCode]), auto_login: autoLogin }),
  ]),
  objects: LoginResult,
});

export const ConsolePath = z
  .string()
  .max(500)
  .refine((path) => parseConsolePath(path) !== null, 'must be a path of this console');

/**
 * Makes a link that signs the caller in on another device (`access/auth_token`), once and within 60 s. It stands for
 * the password only; its session ends with the session that made it. A new link ends the older one.
 * @throws Problem `not_allowed` for a session that did not begin with a password
 */
export const createSignInLink = endpoint(accounts.createSignInLink, {
  audits: ['signInLink'],
  whileGated: true,
  summary: 'Make a link that signs in on another device',
  body: z.object({
    /**
     * The page to open: a path of this console, without which administrators see their licence and others all devices.
     */
    redirect: ConsolePath.optional(),
  }),
  objects: z.object({ url: z.string(), expires_at: z.iso.datetime() }),
});

/** Whom a sign-in link signs in, without using it up: the page asks before it does. @throws Problem `link_invalid` */
export const readUserOfSignInLink = endpoint(accounts.readUserOfSignInLink, {
  summary: 'Check a sign-in link and read whom it signs in',
  query: z.object({ token: LinkKey }),
  objects: z.object({ mgrid: z.string(), name: z.string() }),
});

export const signOut = endpoint(accounts.signOut, {
  audits: { none: 'of their own account' },
  whileGated: true,
  summary: 'End this session, on sockets too',
  objects: z.array(z.never()),
});
