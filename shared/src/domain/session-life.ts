/**
 * How a session was opened: by password (`lasting`: with auto-login), by a sign-in link, by an invitation, or with the temporary
 * account of an access ticket.
 */
export const sessionKinds = ['password', 'lasting', 'link', 'invitation', 'ticket'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** Only such a session makes sign-in links (decision 104): a link would otherwise prolong itself without end. */
export const isByPassword = (kind: SessionKind): boolean => kind === 'password' || kind === 'lasting';

/** A session expires this long after its last use (spec 1 §9). */
export const SESSION_MS = 3 * 60 * 60 * 1_000;

/** Auto-login: the session ends this long after the sign-in, used or not (spec 1 §9). */
export const LASTING_MS = 7 * 24 * 60 * 60 * 1_000;
