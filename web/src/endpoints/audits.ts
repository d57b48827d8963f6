import type * as audits from '@vigil/shared/contract/http/audits';
import { endpointOpenToGuests } from './client-endpoint.ts';

export const listAudits = endpointOpenToGuests<typeof audits.listAudits>('GET', '/audits');
