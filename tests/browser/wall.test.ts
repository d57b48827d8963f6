import type { Page } from 'playwright';
import { expect, test } from './support/test.ts';

const NEXT_SCRIPT = '/assets/next-version.js';

/** From then on the server serves a page that names another script, as after an upgrade. */
async function serveNextVersion(page: Page): Promise<void> {
  await page.route(`**${NEXT_SCRIPT}`, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.route('**/en/wall*', async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(
      '</head>',
      `<script type="module" src="${NEXT_SCRIPT}"></script></head>`,
    );
    await route.fulfill({ response: answer, body: html });
  });
}

test('a wall reads the open alerts again when they could not be read', async ({ open, simulated }) => {
  const { pk, alias } = simulated.device(0);
  const page = await open('/en/wall', { expected: /500/u });
  const tile = page.getByRole('list', { name: 'Devices' }).getByRole('listitem').filter({ hasText: alias });
  await expect(tile).toBeVisible();
  let reads = 0;
  await page.route('**/alerts?open=1', (route) => {
    reads += 1;
    if (reads === 1) return route.fulfill({ status: 500, json: {} });
    return route.fulfill({ json: { status: 200, objects: [{ pk: 1, device_pk: pk }], meta: {} } });
  });
  await page.reload();
  await expect(tile).toContainText('Alert');
});

test(
  'a wall outlives its server: the last states stay, and the version that is served afterwards is loaded',
  { tags: 'core' },
  async ({ open, stack, simulated }) => {
    const page = await open('/en/wall', { expected: /socket\.io|WebSocket|Failed to load resource|fetch/u });
    const tiles = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
    const link = page.getByRole('status');
    await expect(tiles).toHaveCount(12);
    await expect(link).toHaveText('Live');

    await using _off = simulated.turnOff(0);
    const tile = tiles.filter({ hasText: simulated.device(0).alias });
    await expect(tile).toContainText(/Offline <?\d/u);
    for (const server of [...stack.gateways, stack.api]) await server.kill();
    await expect(link).toContainText('No connection since');
    await expect(tiles).toHaveCount(12);
    await expect(tile).toContainText(/Offline <?\d/u);

    await serveNextVersion(page);
    for (const server of [stack.api, ...stack.gateways]) await server.start();
    await expect(page.locator(`script[src="${NEXT_SCRIPT}"]`)).toHaveCount(1);
    await expect(tiles).toHaveCount(12);
    await expect(link).toHaveText('Live');
  },
);
