import type * as signInLog from '@vigil/shared/contract/http/sign-in-log';
import { endpointOpenToGuests } from './client-endpoint.ts';

export const listSignIns = endpointOpenToGuests<typeof signInLog.listSignIns>('GET', '/sign_ins');
