import type * as wakes from '@vigil/shared/contract/http/wakes';
import { endpointOpenToGuests } from './client-endpoint.ts';

export const readWakeReadiness = endpointOpenToGuests<typeof wakes.readWakeReadiness>('GET', '/devices/wake-readiness');
export const previewWakeLossAfterShutdown = endpointOpenToGuests<typeof wakes.previewWakeLossAfterShutdown>(
  'POST',
  '/devices/wake-loss',
);
