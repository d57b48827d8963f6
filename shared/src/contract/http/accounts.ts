import * as z from 'zod';
import { EmailAddress } from '../email-address.ts';
import { endpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import { MAX_REFERRAL_SOURCE } from '../limits.ts';
import { accountPurposes } from '../names.ts';
import { cleanName, isVisibleText, normalizeText } from '../patterns.ts';
import * as accounts from '../routes/accounts.ts';
import { LinkKey, TypedPassword, PasswordMax } from '../sign-in-fields.ts';
import { DEFAULT_TIME_ZONE_ID, DEFAULT_USER_LANGUAGE, TIME_ZONE_COUNT } from '../user-defaults.ts';

const Language = z.enum(languages);
const short = (max: number) => z.string().trim().max(max);
/** The reply of calls of the specification that return no rows (spec 1 §7). */
const Outcome = <const R extends readonly [string, ...string[]]>(results: R) => z.object({ result: z.enum(results) });

/**
 * Whether a login ID is available. Rate-limited, because it reveals which IDs exist.
 * @throws Problem `invalid_id` for one that mail programs would make a link of
 */
export const checkLoginIdAvailability = endpoint(accounts.checkLoginIdAvailability, {
  summary: 'Check whether a login ID is available',
  query: z.object({ type: z.literal('mail'), value: short(100), timestamp: z.string().max(20).optional() }),
  objects: z.object({ available: z.boolean() }),
});

/**
 * Sign-up (spec 1 §3, §5). Checked in the order ID, availability, password, name, e-mail.
 * @throws Problem `invalid_id`, `id_exist`, `password_requirement`, `name_requirement`, `name_invalid`,
 * `email-invalid`, `website_invalid`
 */
export const signUp = endpoint(accounts.signUp, {
  audits: { none: 'nobody has signed in' },
  summary: 'Sign up: create a company, its administrator and a free trial, and send the verification mail',
  body: z.object({
    mgrid: short(100),
    pw: TypedPassword,
    name: short(200).overwrite(normalizeText),
    mail: short(200),
    phone: short(40).default(''),
    company_name: short(200).overwrite(cleanName).default(''),
    company_website: short(300).default(''),
    /** The way by which the visitor came: `web`, or what the address of the form says (`?from=`). */
    subscription: z
      .string()
      .max(200)
      .overwrite(cleanName)
      .refine((way) => isVisibleText(way, MAX_REFERRAL_SOURCE), 'not a way'),
    use_for: z.enum(accountPurposes).default('enterprise'),
    pcany_user: z.enum(['YES', 'NO']).default('NO'),
    lang_code: Language.default(DEFAULT_USER_LANGUAGE),
    time_zone_id: z.int().min(1).max(TIME_ZONE_COUNT).default(DEFAULT_TIME_ZONE_ID),
    /** Both agreements of the first stage. */
    agree_use: z.literal(true),
    agree_privacy: z.literal(true),
  }),
  objects: z.object({ mgrid: z.string(), email: z.string() }),
});

/**
 * Verifies an e-mail address by the key of the link, or sends the mail again. `undo` takes a change of the address back
 * within seven days, by the key that the old address got, and ends every session of the account. `resend` takes the key
 * that a refused sign-in gave (`mail` of its answer), and another address where the one of the sign-up was mistyped; it
 * always answers `success`, so that it reveals no accounts.
 */
export const verifyEmail = endpoint(accounts.verifyEmail, {
  audits: { none: 'nobody has signed in' },
  summary: 'Verify an e-mail address, take its change back, or send the verification mail again',
  body: z.discriminatedUnion('type', [
    z.object({ type: z.literal('auth'), key: LinkKey }),
    z.object({ type: z.literal('undo'), key: LinkKey }),
    z.object({ type: z.literal('resend'), key: LinkKey, email: EmailAddress.optional() }),
  ]),
  objects: Outcome(['success', 'already', 'fail']),
});

/**
 * Passwords without a session (spec 1 §7). `send` mails a reset link to the user with the ID `key`; `unlock` mails one
 * that opens a locked account; `open` uses the latter; `set` sets a password by a link's key; `force_set` replaces an
 * expired password by the old one.
 * The answer to `send` is the same for every ID of the right form (decision 102).
 * @throws Problem `invalid_id`, `link_invalid`, `password_level0`…`password_level3`, `invalid_id_and_pw`,
 *   `password_modified_error`
 */
export const recoverAccount = endpoint(accounts.recoverAccount, {
  audits: { none: 'nobody has signed in' },
  summary: 'Reset a password, replace an expired one, or unlock an account',
  body: z.discriminatedUnion('type', [
    z.object({ type: z.literal('send'), key: short(100), lang_code: Language.default(DEFAULT_USER_LANGUAGE) }),
    z.object({ type: z.literal('unlock'), key: short(100), lang_code: Language.default(DEFAULT_USER_LANGUAGE) }),
    z.object({ type: z.literal('open'), key: LinkKey }),
    z.object({ type: z.literal('set'), key: LinkKey, pw: TypedPassword }),
    z.object({ type: z.literal('force_set'), mgrid: short(100), origin_pw: TypedPassword, pw: TypedPassword }),
  ]),
  objects: Outcome(['Success']),
});

/** The password requirements of a reset link, for the screen to show in advance. */
export const checkResetLink = endpoint(accounts.checkResetLink, {
  summary: 'Check a reset link and read the rule that the new password has to meet',
  query: z.object({ key: LinkKey }),
  objects: z.object({
    valid: z.boolean(),
    /** Of a person who was invited and chooses the first password. */
    invited: z.boolean().optional(),
    password_level: z.int(),
    password_max: PasswordMax,
  }),
});

/**
 * Sends the ID to the address when a user has it, or the link that confirms the address first; the answer shows the
 * address, never the ID.
 */
export const mailLoginId = endpoint(accounts.mailLoginId, {
  audits: { none: 'nobody has signed in' },
  summary: 'Find a login ID by e-mail',
  body: z.object({ lang_code: Language.default(DEFAULT_USER_LANGUAGE), email: short(200) }),
  objects: z.object({ result: z.enum(['Success', 'Fail']), email: z.string() }),
});
