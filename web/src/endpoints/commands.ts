import type * as commands from '@vigil/shared/contract/http/commands';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const issueBulkCommand = endpointOpenToGuests<typeof commands.issueBulkCommand>('POST', '/remoteControl/bulk');
export const issueCommand = endpointOpenToGuests<typeof commands.issueCommand>('PUT', '/remoteControl/:guid');
export const listCommands = endpointOpenToGuests<typeof commands.listCommands>('GET', '/remoteControl/commands');
export const cancelScheduledCommand = endpoint<typeof commands.cancelScheduledCommand>(
  'DELETE',
  '/remoteControl/commands/:id',
);
