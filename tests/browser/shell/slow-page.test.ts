import type { Route } from 'playwright';
import { expect, test } from '../support/test.ts';

/** A part of the console may take two minutes to load. */
const CHUNK_TIMEOUT_MS = 120_000;

test('a page whose script never comes says so after two minutes, and is there when it is tried again', async ({
  open,
  stack,
}) => {
  const page = await open('/en/', { setsClock: true });
  await page.clock.install();
  const held: Route[] = [];
  await page.route('**/assets/api-*.js', (route) => void held.push(route));
  await page.goto(`${stack.url}/en/management/api-tokens`);
  await expect.poll(() => held.length).toBe(1);
  await page.clock.fastForward(CHUNK_TIMEOUT_MS);
  await expect(page.getByText(/^Cannot reach the server/u)).toBeVisible();
  await page.unroute('**/assets/api-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'API tokens', level: 1 })).toBeVisible();
});
