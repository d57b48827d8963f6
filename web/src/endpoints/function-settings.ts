import type * as functionSettings from '@vigil/shared/contract/http/function-settings';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const readFunctionSettings = endpointOpenToGuests<typeof functionSettings.readFunctionSettings>(
  'GET',
  '/company_function',
);
export const writeFunctionSettings = endpoint<typeof functionSettings.writeFunctionSettings>(
  'POST',
  '/company_function',
);
export const previewFunctionSettings = endpointOpenToGuests<typeof functionSettings.previewFunctionSettings>(
  'POST',
  '/company_function/effects',
);
export const updateOnlineAgentsToNewest = endpoint<typeof functionSettings.updateOnlineAgentsToNewest>(
  'PUT',
  '/companies/:company_fk',
);
