import type * as deviceClone from '@vigil/shared/contract/http/device-clone';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const readCloneEvidence = endpointOpenToGuests<typeof deviceClone.readCloneEvidence>(
  'GET',
  '/devices/:pk/clone',
);
export const resolveClone = endpoint<typeof deviceClone.resolveClone>('POST', '/devices/:pk/clone');
