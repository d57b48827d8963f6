import {
  previewFunctionSettings,
  readFunctionSettings,
  writeFunctionSettings,
} from '@vigil/shared/contract/http/function-settings';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { createFunctionSettings } from './service.ts';

/** The function settings of the company (spec 2 §2). */
export function registerFunctionSettingsRoutes(routes: RouteRegistry, deps: Deps): void {
  const { read, write, preview } = createFunctionSettings(deps);

  routes.on(readFunctionSettings, async ({ caller }) => ({ objects: [await read(caller)] }));
  routes.on(writeFunctionSettings, async ({ caller, body }) => ({ objects: [await write(caller, body)] }));
  routes.on(previewFunctionSettings, async ({ caller, body }) => ({ objects: await preview(caller, body) }));
}
