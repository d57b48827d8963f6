import * as z from 'zod';
import { event } from '../../event.ts';
import { RemoteSessionEndReason } from '../../http/remote-sessions.ts';
import { RemoteSessionId } from '../../ids.ts';

/**
 * A remote session of the user ends at `ends_at`, in milliseconds since 1970, because its approved window closes: five
 * minutes ahead, and again one minute (decision 5).
 */
export const remoteSessionWarning = event(
  'session_warning',
  z.object({ session: RemoteSessionId, ends_at: z.number() }),
);

/** A remote session of the user has ended. */
export const remoteSessionCutNotice = event(
  'session_cut',
  z.object({ session: RemoteSessionId, reason: RemoteSessionEndReason }),
);
