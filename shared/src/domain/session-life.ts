/** How a session was opened: by a password (`lasting` with auto-login), by the link of a mail, by an invitation. */
export const sessionKinds = ['password', 'lasting', 'link', 'invitation'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** A session lasts this long after it was last used (spec 1 §9). */
export const SESSION_MS = 3 * 60 * 60 * 1_000;

/** Auto-login: used or not, it lasts this long after the sign-in (spec 1 §9). */
export const LASTING_MS = 7 * 24 * 60 * 60 * 1_000;
