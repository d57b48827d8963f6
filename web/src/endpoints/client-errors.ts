import type * as clientErrors from '@vigil/shared/contract/http/client-errors';
import { endpoint } from './client-endpoint.ts';

export const reportClientError = endpoint<typeof clientErrors.reportClientError>('POST', '/client_errors');
