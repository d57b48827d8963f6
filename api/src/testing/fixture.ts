import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'vitest';
import { startTestApi } from './test-api.ts';
import { addCompany, type NewLicence } from './world.ts';

type Env = Readonly<Record<string, string>>;
type EnvOf = (folder: string) => Env | Promise<Env>;

/**
 * The tests of a file share a folder, an API over stores of its own, and a company in it. Each is made when a test or a
 * hook first asks for it, and disposed after the last test of the file.
 */
/* oxlint-disable eslint/no-empty-pattern -- vitest reads from the pattern which fixtures one needs: none */
export const apiTest = (env: Env | EnvOf = {}, licence: NewLicence = {}) =>
  test
    .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'vigil-api-'));
      onCleanup(() => rm(folder, { recursive: true, force: true }));
      return folder;
    })
    /* oxlint-enable eslint/no-empty-pattern */
    .extend('api', { scope: 'file' }, async ({ folder }, { onCleanup }) => {
      const api = await startTestApi(typeof env === 'function' ? await env(folder) : env);
      onCleanup(() => api[Symbol.asyncDispose]());
      return api;
    })
    .extend('company', { scope: 'file' }, ({ api }) => addCompany(api, licence));
