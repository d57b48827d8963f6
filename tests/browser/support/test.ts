import { fileURLToPath } from 'node:url';
import { packWhenStale } from '@vigil/infra/downloads/pack';
import type { Page } from 'playwright';
import { expect as expectAtOnce } from 'playwright/test';
import { test as base } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { startMailbox } from '../../support/mailbox.ts';
import { startStack } from '../../support/stack.ts';
import { addCompany } from './companies.ts';
import { startMachines } from './machines.ts';
import { PATIENCE_MS } from './patience.ts';
import { startTileServer } from './tile-server.ts';
import { createReception, type Visit, type VisitOptions } from './visit.ts';

const DOWNLOADS_DIR = fileURLToPath(new URL('../../.out/downloads/', import.meta.url));
const MACHINES = 12;

/**
 * Flows of the screen in a real browser. All files share one browser and one system; each file has a company and a
 * fleet of its own, and each test the pages that it opens. A page that complains fails its test.
 */
/* oxlint-disable eslint/no-empty-pattern -- the runner reads from the pattern what a fixture needs: nothing */
export const test = base
  .extend('receive', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return createReception(browser);
  })
  .extend('tiles', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const tiles = await startTileServer();
    onCleanup(() => tiles[Symbol.asyncDispose]());
    return tiles;
  })
  .extend('mailbox', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const mailbox = await startMailbox();
    onCleanup(() => mailbox[Symbol.asyncDispose]());
    return mailbox;
  })
  /* oxlint-enable eslint/no-empty-pattern */
  .extend('stack', { scope: 'worker' }, async ({ tiles, mailbox }, { onCleanup }) => {
    await packWhenStale(DOWNLOADS_DIR);
    const env = { MAP_TILES_URL: tiles.url, SMTP_URL: mailbox.url, DOWNLOADS_DIR };
    const stack = await startStack({ env });
    onCleanup(() => stack[Symbol.asyncDispose]());
    return stack;
  })
  .extend('company', { scope: 'file' }, ({ stack }) => addCompany(stack))
  .extend('machines', { scope: 'file' }, async ({ company }, { onCleanup }) => {
    const machines = await startMachines(company, MACHINES);
    onCleanup(() => machines[Symbol.asyncDispose]());
    return machines;
  })
  .extend('open', async ({ receive, stack, company }, { onCleanup }) => {
    const visits: Visit[] = [];
    onCleanup(async () => {
      for (const one of visits) await one[Symbol.asyncDispose]();
      expectAtOnce(visits.flatMap(({ complaints }) => complaints)).toEqual([]);
    });
    return async (path: string, options: VisitOptions = {}): Promise<Page> => {
      const opened = await receive(`${stack.url}${path}`, { as: company.client, ...options });
      visits.push(opened);
      return opened.page;
    };
  });

/** Waits as long as a page may take to load beside others; what has to be quicker says so itself. */
export const expect = expectAtOnce.configure({ timeout: PATIENCE_MS });
