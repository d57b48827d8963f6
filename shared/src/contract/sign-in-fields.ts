import * as z from 'zod';
import { TYPED_CODE_DIGITS } from './limits.ts';
import { passwordMaxima } from './password-maxima.ts';
import { loginIdPattern, recoveryCodePattern } from './patterns.ts';

export const LoginId = z.string().regex(loginIdPattern);

/** Complexity of a company's passwords (spec 1 §5). */
export const PasswordLevel = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export type PasswordLevel = z.infer<typeof PasswordLevel>;

export const PasswordMax = z.literal(passwordMaxima);
export type PasswordMax = z.infer<typeof PasswordMax>;

/**
 * The rule that a user's passwords follow. Invalid: the level of the company does not exist, and the strictest applies
 * (decision 121).
 */
export const passwordRuleFields = {
  password_level: PasswordLevel,
  password_level_invalid: z.boolean(),
  password_max: PasswordMax,
};

/** A password as it is typed. Its requirements depend on the level, see `domain/password-rules`. */
export const TypedPassword = z.string().max(100);

/** A one-time code: six digits of an authenticator app. */
export const OneTimeCode = z.string().regex(new RegExp(`^\\d{${TYPED_CODE_DIGITS}}$`));

/** Each recovery code is accepted once. */
export const RecoveryCode = z.string().trim().toUpperCase().regex(recoveryCodePattern);

/** The secret part of a link in a mail. */
export const LinkKey = z.string().min(16).max(200);
