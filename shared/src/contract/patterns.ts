/**
 * How what people type has to look, apart from the schemas: the client checks it with these alone, and leaves the
 * schemas to the servers.
 */

/** A login ID: 4 to 38 letters, digits and `@ . _ -` (spec 1 §5). */
export const loginIdPattern = /^[A-Za-z0-9@._-]{4,38}$/;

/** Replaces the one-time code when the authenticator is lost: `ABCDE-23456`. */
export const recoveryCodePattern = /^[A-Z2-9]{5}-[A-Z2-9]{5}$/;

/** What `z.email()` takes. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
