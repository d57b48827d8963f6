/**
 * Patterns of user input, without schemas: the client validates with these alone, and the servers with the schemas.
 */

/** A login ID: 4 to 38 letters, digits and `@ . _ -` (spec 1 §5). */
export const loginIdPattern = /^[A-Za-z0-9@._-]{4,38}$/;

/** Replaces the one-time code when the authenticator is lost: `ABCDE-23456`. */
export const recoveryCodePattern = /^[A-Z2-9]{5}-[A-Z2-9]{5}$/;

/** The pattern of `z.email()`. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
