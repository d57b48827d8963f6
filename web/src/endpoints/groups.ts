import type * as groups from '@vigil/shared/contract/http/groups';
import type * as previews from '@vigil/shared/contract/http/threshold-previews';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const createGroup = endpoint<typeof groups.createGroup>('POST', '/device-groups');
export const deleteGroup = endpoint<typeof groups.deleteGroup>('DELETE', '/device-groups/:pk');
export const readGroup = endpointOpenToGuests<typeof groups.readGroup>('GET', '/device-groups/:pk');
export const listGroups = endpointOpenToGuests<typeof groups.listGroups>('GET', '/device-groups');
export const updateGroupOrAlertThreshold = endpoint<typeof groups.updateGroupOrAlertThreshold>(
  'PUT',
  '/device-groups/:pk',
);
export const previewThreshold = endpointOpenToGuests<typeof previews.previewThreshold>(
  'GET',
  '/device-groups/:pk/threshold-preview',
);
