import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startStack } from '../../support/stack.ts';
import { createCheck } from '../support/axe.ts';
import { addCompany } from '../support/companies.ts';
import { expect, test } from '../support/test.ts';

/** The page of a chat, on an origin of its own. */
async function startChat() {
  const server = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<html lang="en"><title>Chat</title><main><h1>How can we help?</h1></main></html>'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/widget`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const INTO_APP = 'window.VigilApp = { postMessage() {} };';

test('the support chat is offered where it is set, and not in the app', async ({ openPage }) => {
  await using chat = await startChat();
  await using stack = await startStack({ env: { SUPPORT_CHAT_URL: chat.url } });
  const { client } = await addCompany(stack);
  await using opened = await openPage(`${stack.url}/en/support/downloads`, { as: client });
  const { page } = opened;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByRole('button', { name: /^Account:/u }).click();
  expect(requests.filter((url) => url.startsWith(chat.url))).toEqual([]);
  await page.getByRole('menuitem', { name: 'Support chat' }).click();
  const panel = page.getByRole('complementary', { name: 'Support chat' });
  await expect(panel.frameLocator('iframe').getByRole('heading', { name: 'How can we help?' })).toBeVisible();
  const check = createCheck();
  await check.check(page, 'support chat', { phone: true });
  expect(check.found).toEqual([]);
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();
  expect(opened.consoleErrors).toEqual([]);

  await page.addInitScript({ content: INTO_APP });
  await page.reload();
  await page.getByRole('button', { name: /^Account:/u }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Support chat' })).toHaveCount(0);
});

test.concurrent('without a setting there is no support chat', async ({ open }) => {
  const page = await open('/en/support/downloads');
  await page.getByRole('button', { name: /^Account:/u }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Support chat' })).toHaveCount(0);
});
