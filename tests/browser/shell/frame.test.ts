import { expect, test } from '../support/test.ts';

for (const [language, read] of [
  ['en', 'Read'],
  ['ko', '보기'],
  ['ja', '閲覧'],
] as const) {
  test.concurrent(`a document is read in a frame of its own (${language})`, async ({ open }) => {
    const page = await open(`/${language}/support/downloads`);
    await page
      .getByRole('button', { name: new RegExp(`^${read}: .*\\.${language}\\.html$`, 'u') })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('iframe')).toHaveAttribute('sandbox', '');
    await expect(dialog.frameLocator('iframe').getByRole('heading').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
}

const HOSTILE = `<h1>Manual</h1>
  <script>parent.postMessage('script ran', '*'); top.location = '/en/error/400';</script>
  <img src="data:," onerror="parent.postMessage('handler ran', '*')">
  <form action="/lmm/api/v1.0/logout" method="post"><button>Send</button></form>`;

test.concurrent('no script of a document runs, and its forms are not sent', async ({ open }) => {
  const page = await open('/en/', { expected: /sandbox|content security policy|Content Security Policy/u });
  await page.addInitScript({
    content: `window.received = []; addEventListener('message', ({ data }) => received.push(data));`,
  });
  await page.route('**/downloads/*.en.html', (route) => route.fulfill({ contentType: 'text/html', body: HOSTILE }));
  await page.goto(new URL('/en/support/downloads', page.url()).href);
  await page
    .getByRole('button', { name: /^Read: /u })
    .first()
    .click();
  const frame = page.getByRole('dialog').frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Manual' })).toBeVisible();
  await frame.getByRole('button', { name: 'Send' }).click();
  await expect(frame.getByRole('heading', { name: 'Manual' })).toBeVisible();
  expect(await page.evaluate('received')).toEqual([]);
  await expect(page).toHaveURL(/\/en\/support\/downloads$/u);
});
