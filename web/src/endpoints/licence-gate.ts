import type * as licenceGate from '@vigil/shared/contract/http/licence-gate';
import { endpointOpenToGuests } from './client-endpoint.ts';

export const listDevicesOverLicence = endpointOpenToGuests<typeof licenceGate.listDevicesOverLicence>(
  'GET',
  '/licence_gate',
);
