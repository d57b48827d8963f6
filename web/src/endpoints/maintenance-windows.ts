import type * as windows from '@vigil/shared/contract/http/maintenance-windows';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const listMaintenanceWindows = endpointOpenToGuests<typeof windows.listMaintenanceWindows>(
  'GET',
  '/maintenance-windows',
);
export const createMaintenanceWindow = endpoint<typeof windows.createMaintenanceWindow>('POST', '/maintenance-windows');
export const updateMaintenanceWindow = endpoint<typeof windows.updateMaintenanceWindow>(
  'PUT',
  '/maintenance-windows/:pk',
);
export const endMaintenanceWindow = endpoint<typeof windows.endMaintenanceWindow>(
  'POST',
  '/maintenance-windows/:pk/end',
);
export const deleteMaintenanceWindow = endpoint<typeof windows.deleteMaintenanceWindow>(
  'DELETE',
  '/maintenance-windows/:pk',
);
