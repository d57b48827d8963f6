import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { collectErrors } from '../support/console-errors.ts';
import { expect, test } from '../support/test.ts';

const PAGE = `<script>
  fetch('/cut').catch((error) => {
    console.error(String(error));
    console.error('an error of the page');
    return fetch('/reported');
  });
</script>`;

/** Cuts `/cut` off as soon as `/next` is asked for, and answers that one when the page has reported it. */
async function startServer(): Promise<string> {
  let next: ServerResponse | undefined;
  let cut: ServerResponse | undefined;
  const server = createServer((request, response) => {
    if (request.url === '/cut') cut = response;
    if (request.url === '/next') next = response;
    if (next !== undefined) cut?.destroy();
    if (request.url === '/reported') next?.end('<p>Next</p>');
    if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a request that ends while its page is being left does not count; what the page says then does', async ({
  openPage,
}) => {
  const url = await startServer();
  await using opened = await openPage('about:blank');
  const { errors } = collectErrors(opened.page, /ERR_EMPTY_RESPONSE/u);
  const asked = opened.page.waitForRequest('**/cut');
  await opened.page.goto(url);
  await asked;
  await opened.page.goto(`${url}/next`);
  expect(errors).toEqual([expect.stringContaining('an error of the page')]);
});
