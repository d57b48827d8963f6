import type * as applications from '@vigil/shared/contract/http/applications';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const listApplications = endpointOpenToGuests<typeof applications.listApplications>('GET', '/applications');
export const readApplication = endpointOpenToGuests<typeof applications.readApplication>('GET', '/applications/:pk');
export const createApplication = endpoint<typeof applications.createApplication>('POST', '/applications');
export const changeInstallSettings = endpoint<typeof applications.changeInstallSettings>('PUT', '/applications/:pk');
export const uploadApplicationPiece = endpoint<typeof applications.uploadApplicationPiece>(
  'PUT',
  '/applications/:pk/file',
);
export const deleteApplication = endpoint<typeof applications.deleteApplication>('DELETE', '/applications/:pk');
export const installOrRemoveApplication = endpoint<typeof applications.installOrRemoveApplication>(
  'POST',
  '/applications/:pk/install',
);
export const listLatestInstallsAndRemovals = endpointOpenToGuests<typeof applications.listLatestInstallsAndRemovals>(
  'GET',
  '/applications/:pk/installations',
);
export const cancelInstallOrRemoval = endpoint<typeof applications.cancelInstallOrRemoval>(
  'DELETE',
  '/applications/:pk/installations/:id',
);
