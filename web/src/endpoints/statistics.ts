import type * as dashboard from '@vigil/shared/contract/http/dashboard';
import type * as statistics from '@vigil/shared/contract/http/statistics';
import { endpointOpenToGuests } from './client-endpoint.ts';

export const readDashboard = endpointOpenToGuests<typeof dashboard.readDashboard>('GET', '/dashboard');
export const readRemoteRanking = endpointOpenToGuests<typeof statistics.readRemoteRanking>('GET', '/dash/remote');
export const readAlertRanking = endpointOpenToGuests<typeof statistics.readAlertRanking>('GET', '/dash/alert');
export const readRemoteChart = endpointOpenToGuests<typeof statistics.readRemoteChart>('GET', '/chart/remote');
export const readAlertChart = endpointOpenToGuests<typeof statistics.readAlertChart>('GET', '/chart/alert');
