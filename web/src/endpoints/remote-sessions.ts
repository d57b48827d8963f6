import type * as remoteSessions from '@vigil/shared/contract/http/remote-sessions';
import { endpointOpenToGuests } from './client-endpoint.ts';

export const createRemoteSessionByGet = endpointOpenToGuests<typeof remoteSessions.createRemoteSessionByGet>(
  'GET',
  '/remote_session',
);
export const readViewerVersions = endpointOpenToGuests<typeof remoteSessions.readViewerVersions>(
  'GET',
  '/remote_session/version',
);
