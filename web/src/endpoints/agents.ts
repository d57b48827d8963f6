import type * as agents from '@vigil/shared/contract/http/agents';
import { endpoint } from './client-endpoint.ts';

export const deleteEnrolToken = endpoint<typeof agents.deleteEnrolToken>('DELETE', '/agents/enrol-tokens/:pk');
export const listEnrolTokens = endpoint<typeof agents.listEnrolTokens>('GET', '/agents/enrol-tokens');
export const createEnrolToken = endpoint<typeof agents.createEnrolToken>('POST', '/agents/enrol-tokens');
