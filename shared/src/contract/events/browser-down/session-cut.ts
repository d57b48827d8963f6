import * as z from 'zod';
import { event } from '../../event.ts';
import { RemoteSessionEndReason } from '../../http/remote-sessions.ts';
import { RemoteSessionId } from '../../ids.ts';

/** A remote session of the user has ended. */
export const remoteSessionCutNotice = event(
  'session_cut',
  z.object({ session: RemoteSessionId, reason: RemoteSessionEndReason }),
);
