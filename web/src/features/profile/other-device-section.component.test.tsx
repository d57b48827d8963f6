import { DEFAULT_SIGN_IN_LINK_LIFETIME_S } from '@vigil/shared/contract/limits';
import { createSignInLink } from '@vigil/shared/contract/routes/accounts';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import { render } from '../../testing/render.tsx';
import { OtherDeviceSection } from './other-device-section.tsx';

afterEach(() => vi.useRealTimers());

async function open(profile: { by_password?: boolean } = {}) {
  const sent: unknown[] = [];
  const call = async ({ path }: { path: string }, { body }: { body?: unknown } = {}) => {
    expect(path).toBe(createSignInLink.path);
    sent.push(body);
    // The clock of the server is an hour behind: the time that is left is counted here.
    return { objects: { url: `https://vigil.test/?n=${sent.length}`, expires_at: '2020-01-01T00:00:00.000Z' } };
  };
  await render(<OtherDeviceSection />, { profile, api: { call: call as unknown as Api['call'] } });
  return sent;
}

const make = page.getByRole('button', { name: 'Show QR code' });
const image = page.getByRole('img', { name: 'QR code of the sign-in link' });

test('a link is shown as an image to scan and can be copied, until it has expired', async () => {
  const sent = await open();
  await userEvent.click(make);
  await expect.element(image).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  expect(sent).toEqual([{ redirect: '/en/device/all' }]);
  const first = image.element().innerHTML;
  vi.useFakeTimers({ now: Date.now() + DEFAULT_SIGN_IN_LINK_LIFETIME_S * 1_000, toFake: ['Date'] });
  await expect.element(page.getByText('This link has expired.')).toBeVisible();
  await expect.element(image).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Create new link' }));
  await expect.element(image).toBeVisible();
  expect(image.element().innerHTML).not.toBe(first);
  expect(sent).toHaveLength(2);
});

test('a session that was opened by a link says why it makes none', async () => {
  const sent = await open({ by_password: false });
  await expect.element(make).toHaveAttribute('aria-description', expect.stringContaining('opened by a link'));
  await userEvent.click(make, { force: true });
  expect(sent).toEqual([]);
});
