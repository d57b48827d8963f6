import type * as apiTokens from '@vigil/shared/contract/http/api-tokens';
import { endpoint } from './client-endpoint.ts';

export const listApiTokens = endpoint<typeof apiTokens.listApiTokens>('GET', '/api_tokens');
export const createApiToken = endpoint<typeof apiTokens.createApiToken>('POST', '/api_tokens');
export const revokeApiToken = endpoint<typeof apiTokens.revokeApiToken>('DELETE', '/api_tokens/:pk');
