import { fileURLToPath } from 'node:url';
import { packDownloadsWhenStale } from '@vigil/infra/downloads/pack';
import type { Page } from 'playwright';
import { test as base } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { startMailbox } from '../../support/mailbox.ts';
import { startStack } from '../../support/stack.ts';
import { RECEIVER_HOST, startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { within } from '../../support/within.ts';
import { addCompany } from './companies.ts';
import { expect } from './expect.ts';
import { createPageOpener, type OpenedPage, type PageOptions } from './pages.ts';
import { startDevices } from './simulated-devices.ts';
import { startTileServer } from './tile-server.ts';

export { expect };

const DOWNLOADS_DIR = fileURLToPath(new URL('../../.out/downloads/', import.meta.url));
const DEVICES = 12;

/**
 * Flows of the web console in a real browser. All files share one browser and one system; each file has a company and a
 * fleet of its own, and each test the pages that it opens. A page with console errors fails its test.
 */
/* oxlint-disable eslint/no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs: none */
export const test = base
  .extend('openPage', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => within('the browser closes', browser.close()));
    return createPageOpener(browser);
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
  .extend('webhooks', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const webhooks = await startWebhookReceiver();
    onCleanup(() => webhooks[Symbol.asyncDispose]());
    return webhooks;
  })
  /* oxlint-enable eslint/no-empty-pattern */
  .extend('stack', { scope: 'worker' }, async ({ tiles, mailbox }, { onCleanup }) => {
    await within('the downloads are packed', packDownloadsWhenStale(DOWNLOADS_DIR, { packages: 'light' }));
    const env = {
      MAP_TILES_URL: tiles.url,
      SMTP_URL: mailbox.url,
      DOWNLOADS_DIR,
      TICKETS: '1',
      WEBHOOK_ALLOW: RECEIVER_HOST,
      // Without a viewer no file transfer is offered.
      VIEWER_URL: 'https://viewer.vigil.test',
    };
    const stack = await startStack({ env });
    onCleanup(() => stack[Symbol.asyncDispose]());
    return stack;
  })
  .extend('company', { scope: 'file' }, ({ stack }) => addCompany(stack))
  .extend('simulated', { scope: 'file' }, async ({ company }, { onCleanup }) => {
    const simulated = await startDevices(company, DEVICES);
    onCleanup(() => simulated[Symbol.asyncDispose]());
    return simulated;
  })
  .extend('open', async ({ openPage, stack, company, task }, { onCleanup }) => {
    const pages: OpenedPage[] = [];
    onCleanup(async () => {
      const shown = task.result?.state === 'fail' ? await Promise.all(pages.map(({ page }) => snapshotOf(page))) : [];
      for (const one of pages) await one[Symbol.asyncDispose]();
      if (shown.length > 0) throw new Error(shown.join('\n'));
      expect(pages.flatMap(({ consoleErrors }) => consoleErrors)).toEqual([]);
    });
    return async (path: string, options: PageOptions = {}): Promise<Page> => {
      const opened = await openPage(`${stack.url}${path}`, { as: company.client, ...options });
      pages.push(opened);
      return opened.page;
    };
  });

/** A failure that is seen once in fifty runs is understood only by what the page showed. */
async function snapshotOf(page: Page): Promise<string> {
  const content = page.locator('#content, [role="dialog"]');
  const parts = (await content.count()) > 0 ? await content.all() : [page.locator('body')];
  const shown = await Promise.all(parts.map((part) => part.ariaSnapshot({ timeout: 5_000 }).catch(String)));
  return `${page.url()} showed\n${shown.join('\n')}`;
}
