import * as z from 'zod';
import { event } from '../../event.ts';
import { RemoteSessionEndReason, RemoteSessionType } from '../../http/remote-sessions.ts';
import { RemoteSessionId } from '../../ids.ts';
import { DesktopGrant, RelayAddress, RelayTicket } from '../../remote-desktop/grant.ts';

/**
 * A viewer opened a session with this device; again when its end was moved. `ends_at` in milliseconds since 1970. With
 * `relay_url`, `relay_ticket` and `grant` a browser waits at the relay to see the desktop (RELAY-4).
 */
export const OpenedRemoteSession = z.object({
  session: RemoteSessionId,
  type: RemoteSessionType,
  user_name: z.string(),
  ends_at: z.number().nullable(),
  relay_url: RelayAddress.optional(),
  relay_ticket: RelayTicket.optional(),
  grant: DesktopGrant.optional(),
});
export type OpenedRemoteSession = z.infer<typeof OpenedRemoteSession>;

export const openedRemoteSession = event('session', OpenedRemoteSession);

/** The session ends at `ends_at`, in milliseconds since 1970: five minutes ahead, and again one minute. */
export const RemoteSessionWarning = z.object({ session: RemoteSessionId, ends_at: z.number() });

export const remoteSessionWarning = event('session_warning', RemoteSessionWarning);

/** The session has to end now. */
export const RemoteSessionCut = z.object({ session: RemoteSessionId, reason: RemoteSessionEndReason, at: z.number() });
export type RemoteSessionCut = z.infer<typeof RemoteSessionCut>;

export const endRemoteSessionNow = event('session_cut', RemoteSessionCut);
