import type * as agentUpdates from '@vigil/shared/contract/http/agent-updates';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const readReleasesAndVersions = endpointOpenToGuests<typeof agentUpdates.readReleasesAndVersions>(
  'GET',
  '/agent-updates',
);
export const listRollouts = endpointOpenToGuests<typeof agentUpdates.listRollouts>('GET', '/agent-updates/rollouts');
export const createRollout = endpoint<typeof agentUpdates.createRollout>('POST', '/agent-updates/rollouts');
export const changeRollout = endpoint<typeof agentUpdates.changeRollout>('PUT', '/agent-updates/rollouts/:pk');
export const listRolloutDevices = endpointOpenToGuests<typeof agentUpdates.listRolloutDevices>(
  'GET',
  '/agent-updates/rollouts/:pk/devices',
);
