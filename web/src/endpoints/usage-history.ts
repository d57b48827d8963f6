import type * as usageHistory from '@vigil/shared/contract/http/usage-history';
import { endpointOpenToGuests } from './client-endpoint.ts';

export const readUsageHistory = endpointOpenToGuests<typeof usageHistory.readUsageHistory>('GET', '/devices/:pk/usage');
