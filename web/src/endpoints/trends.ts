import type * as trends from '@vigil/shared/contract/http/trends';
import { endpointOpenToGuests } from './client-endpoint.ts';

export const readDeviceTrends = endpointOpenToGuests<typeof trends.readDeviceTrends>('GET', '/devices/trends');
