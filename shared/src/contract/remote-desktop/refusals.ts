/** Why an agent opens no desktop. */
export const desktopRefusals = [
  /** No screen that this agent can read. */
  'no_display',
  /** Nobody has signed in at it, and its agent cannot read the screen where one does. */
  'login_screen',
  /** It is locked, and its agent cannot read a locked screen. */
  'locked',
  'wayland_consent',
  /** There is a screen, which the system does not let the agent read. */
  'no_permission',
  'grant_invalid',
  'grant_expired',
  'grant_replayed',
  /** The person at the device did not let the viewer in. */
  'consent_refused',
] as const;
export type DesktopRefusal = (typeof desktopRefusals)[number];

/**
 * With `consent_refused`: the person at the device has refused, or nobody there has answered. Older agents do not tell.
 */
export const consentDenials = ['declined', 'unanswered'] as const;
export type ConsentDenial = (typeof consentDenials)[number];

/** Why a relay closes a socket: the reason of the close frame (RELAY-1 to RELAY-3, RELAY-9). */
export const relayCloseReasons = [
  'ticket_invalid',
  'too_many_connections',
  /** The other end did not come in time. */
  'peer_absent',
  /** The other end has gone. */
  'peer_left',
  /** A newer connection of the same session. */
  'replaced',
  /** The server has ended the session. */
  'session_cut',
  /** The relay stops: another one takes the session. */
  'relay_stops',
] as const;
export type RelayCloseReason = (typeof relayCloseReasons)[number];

/** Close codes of applications begin with 4000; each reason has its own. */
export const relayCloseCode = (reason: RelayCloseReason): number => 4_000 + relayCloseReasons.indexOf(reason);
