import { z } from 'zod';

/** A login ID: 4 to 38 letters, digits and `@ . _ -` (spec 1 §5). */
export const LoginId = z.string().regex(/^[A-Za-z0-9@._-]{4,38}$/);

/** How hard a company's passwords must be (spec 1 §5). */
export const PasswordLevel = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export type PasswordLevel = z.infer<typeof PasswordLevel>;

/** A password as it is typed. Which one is good enough depends on the level, see `domain/password-rules`. */
export const TypedPassword = z.string().max(100);

/** Six digits of an authenticator. */
export const OneTimeCode = z.string().regex(/^\d{6}$/);

/** Replaces the one-time code when the authenticator is lost; each is good once. */
export const RecoveryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/);

/** The secret part of a link in a mail. */
export const LinkKey = z.string().min(16).max(200);
