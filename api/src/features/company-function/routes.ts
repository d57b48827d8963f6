import {
  previewCompanyFunction,
  readCompanyFunction,
  writeCompanyFunction,
} from '@vigil/shared/contract/http/company-function';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';
import { createCompanyFunction } from './service.ts';

/** The function settings of the company (spec 2 §2). */
export function registerCompanyFunctionRoutes(routes: Routes, deps: Deps): void {
  const { read, write, preview } = createCompanyFunction(deps);

  routes.on(readCompanyFunction, async ({ caller }) => ({ objects: [await read(caller)] }));
  routes.on(writeCompanyFunction, async ({ caller, body }) => ({ objects: [await write(caller, body)] }));
  routes.on(previewCompanyFunction, async ({ caller, body }) => ({ objects: await preview(caller, body) }));
}
