import {
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  endMaintenanceWindow,
  listMaintenanceWindows,
  updateMaintenanceWindow,
} from '@vigil/shared/contract/http/maintenance-windows';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { createWindow, deleteWindow, endWindow, replaceWindow } from './service.ts';
import { readMaintenanceWindows } from './wire.ts';

/** Times in which alerts are told to nobody (infra/decisions/maintenance.md). */
export function registerMaintenanceWindowRoutes(routes: RouteRegistry, { database, now }: Deps): void {
  routes.on(listMaintenanceWindows, async ({ caller }) => ({
    objects: await database.read(caller.company, (tx) => readMaintenanceWindows(tx, caller, { now: now() })),
  }));
  routes.change(createMaintenanceWindow, { rule: (tx, call) => createWindow(tx, call, now()) });
  routes.change(updateMaintenanceWindow, { rule: (tx, call) => replaceWindow(tx, call, now()) });
  routes.change(endMaintenanceWindow, { rule: (tx, call) => endWindow(tx, call, now()) });
  routes.change(deleteMaintenanceWindow, { rule: (tx, call) => deleteWindow(tx, call, now()) });
}
