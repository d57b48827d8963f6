import { signInAsGuest } from '../support/guests.ts';
import { PHONE } from '../support/screen-sizes.ts';
import { expect, test } from '../support/test.ts';

const MINUTE_MS = 60_000;

for (const [language, words] of [
  ['en', { hours: /^1h 59m left$/u, last: /^4:\d\d left$/u, ended: 'Your access by invitation has ended.' }],
  ['ko', { hours: /^1시간 59분 남음$/u, last: /^4:\d\d 남음$/u, ended: '초대 접속 시간이 종료되었습니다.' }],
] as const) {
  test.concurrent(`a guest sees the time that is left, and the end is told on the sign-in page (${language})`, async ({
    open,
    stack,
    company,
  }) => {
    const guest = await signInAsGuest(stack, company.admin, '2 hours');
    // What was asked in the very moment of the end is answered with 401.
    const page = await open(`/${language}/`, { as: guest, expected: /401/u, setsClock: true, ...PHONE });
    await page.clock.install();
    await page.goto(`${stack.url}/${language}/management/profile`);
    const clock = page.getByRole('banner').getByRole('timer');
    await expect(clock.locator('span').first()).toHaveText(words.hours);
    await expect(page.getByRole('main').locator('strong')).toHaveText(/^1\D+59/u);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);

    await page.clock.fastForward(115 * MINUTE_MS);
    await expect(clock.locator('span').first()).toHaveText(words.last);
    await page.clock.fastForward(5 * MINUTE_MS);
    await expect(page).toHaveURL(new RegExp(`/${language}/$`, 'u'));
    await expect(page.getByRole('status').filter({ hasText: words.ended })).toBeVisible();
  });
}

test.concurrent('other sessions have no countdown', async ({ open }) => {
  const page = await open('/en/management/profile');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveCount(0);
});
