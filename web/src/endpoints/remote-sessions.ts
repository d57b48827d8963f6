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
export const listRunningRemoteSessions = endpointOpenToGuests<typeof remoteSessions.listRunningRemoteSessions>(
  'GET',
  '/remote_session/running',
);
export const endRemoteSession = endpoint<typeof remoteSessions.endRemoteSession>('POST', '/remote_session/:id/end');
