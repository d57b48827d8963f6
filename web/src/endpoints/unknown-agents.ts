import type * as unknownAgents from '@vigil/shared/contract/http/unknown-agents';
import { endpoint } from './client-endpoint.ts';

export const listUnknownAgents = endpoint<typeof unknownAgents.listUnknownAgents>('GET', '/agents/unknown');
export const readmitUnknownAgents = endpoint<typeof unknownAgents.readmitUnknownAgents>(
  'POST',
  '/agents/unknown/readmit',
);
