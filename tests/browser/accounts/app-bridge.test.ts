import { readProfile } from '@vigil/shared/contract/http/profile';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import type { Page } from 'playwright';
import { connectClient } from '../../support/client.ts';
import { allDevices, signInAs, signOut } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';
import { addUser } from '../support/users.ts';

const apps = {
  Android: 'window.VigilApp = { postMessage: (json) => received.push(JSON.parse(json)) };',
  iOS: 'window.webkit = { messageHandlers: { vigil: { postMessage: (json) => received.push(JSON.parse(json)) } } };',
} as const;

const messages = (page: Page) => page.evaluate<Record<string, unknown>[]>('received');
const ask = (page: Page) => page.evaluate(`postMessage('{"type":"WEB_CHECK"}', location.origin)`);

for (const [app, port] of Object.entries(apps)) {
  test.concurrent(`the app learns of a session, of its renewal, and who is signed in (${app})`, async ({
    open,
    stack,
    company,
  }) => {
    const user = await addUser(stack, company);
    const page = await open('/en/', { as: null });
    await page.addInitScript({ content: `const received = []; window.received = received; ${port}` });
    await page.reload();
    await ask(page);
    await expect.poll(() => messages(page)).toEqual([{ type: 'WEB_CHECK', signed_in: false, user_pk: null }]);

    await signInAs(page, user);
    await expect(page).toHaveURL(allDevices('en'));
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('vigil.token') ?? '""') as string);
    const auth = { type: 'WEB_AUTH', token, lang: 'en', expires_at: expect.stringMatching(/^\d{4}-.*Z$/u) };
    await expect.poll(async () => (await messages(page)).at(-1)).toEqual(auth);
    const { objects } = await connectClient(stack.url, token).call(readProfile);
    await ask(page);
    await expect
      .poll(async () => (await messages(page)).at(-1))
      .toEqual({ type: 'WEB_CHECK', signed_in: true, user_pk: objects[0]?.pk });

    // The server moves the end once a minute at most, so here it comes from the test.
    const later = new Date(Date.now() + 4 * 3_600_000).toISOString();
    await page.route(`**${API_BASE}${readProfile.path}`, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { objects: object[] };
      await route.fulfill({
        response,
        json: { ...answer, objects: [{ ...answer.objects[0], session_expires: later }] },
      });
    });
    await page.reload();
    await expect.poll(async () => (await messages(page)).at(-1)).toEqual({ ...auth, expires_at: later });
    await page.unroute(`**${API_BASE}${readProfile.path}`);
    await signOut(page);
    await ask(page);
    await expect
      .poll(async () => (await messages(page)).at(-1))
      .toEqual({ type: 'WEB_CHECK', signed_in: false, user_pk: null });
  });
}
