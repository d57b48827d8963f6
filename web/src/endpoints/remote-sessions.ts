import type * as remoteSessions from '@vigil/shared/contract/http/remote-sessions';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const createRemoteSessionByGet = endpointOpenToGuests<typeof remoteSessions.createRemoteSessionByGet>(
  'GET',
  '/remote_session',
);
export const readViewerVersions = endpointOpenToGuests<typeof remoteSessions.readViewerVersions>(
  'GET',
  '/remote_session/version',
);
export const reportRemoteSession = endpoint<typeof remoteSessions.reportRemoteSession>('POST', '/remote_session/:id');
