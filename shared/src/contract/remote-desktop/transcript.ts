import type { DesktopGrant } from './grant.ts';

/** The text whose UTF-8 a key of commands signs (RELAY-4). */
export const grantSigningText = (grant: Omit<DesktopGrant, 'key_id' | 'signature'>): string =>
  [
    'vigil-desktop-grant',
    grant.session,
    grant.guid,
    grant.viewer_key,
    grant.rights.join('+'),
    grant.expires_at,
    // An agent that does not know of consent must refuse what needs it.
    ...(grant.consent === undefined ? [] : [grant.consent]),
  ].join('|');

/**
 * What both ends have agreed on, with the ephemeral key of the agent: the agent signs it with its own key, and the keys
 * of the session are derived from it (RELAY-5).
 */
export const desktopTranscriptText = ({ session, viewer_key, signature }: DesktopGrant, agentKey: string): string =>
  ['vigil-desktop', session, viewer_key, signature, agentKey].join('|');

/** By which the keys of both directions differ. */
export const desktopKeyLabels = { toViewer: 'vigil-desktop to viewer', toAgent: 'vigil-desktop to agent' } as const;
