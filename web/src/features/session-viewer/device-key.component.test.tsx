import type { DesktopAccess } from '@vigil/shared/contract/remote-desktop/grant';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { storageKey } from '../../lib/local-storage-keys.ts';
import { render } from '../../testing/render.tsx';
import { DeviceKey } from './device-key.tsx';
import { fingerprintOf } from './sealed-channel.ts';

const GUID = '00000000-0000-4000-8000-000000000007';
const STORED = storageKey.deviceKey + GUID;
const OTHER_KEY = 'aaaa bbbb cccc dddd';
const device_key = btoa('k'.repeat(32));
const access = { device_name: 'Workshop', device_key, grant: { guid: GUID } } as unknown as DesktopAccess;

beforeEach(() => localStorage.clear());

const warning = () => page.getByRole('alert');

test('[RELAY-5] the key of a device is shown, and remembered once the device has proven it', async () => {
  await render(<DeviceKey access={access} isProven={false} />);
  await expect.element(page.getByText(`Key ${fingerprintOf(device_key)}`)).toBeVisible();
  expect(localStorage.getItem(STORED)).toBeNull();
});

test('[RELAY-5] a key that was seen before is told by nothing', async () => {
  await render(<DeviceKey access={access} isProven />);
  await expect.poll(() => localStorage.getItem(STORED)).toBe(fingerprintOf(device_key));
  expect(warning().elements()).toEqual([]);
});

test.each([
  ['en', /Workshop has another key than this browser saw before \(aaaa bbbb cccc dddd\)/u, 'They match'],
  ['ko', /Workshop의 키가 .*aaaa bbbb cccc dddd.*다릅니다/u, '일치함'],
  ['ja', /Workshopの鍵が.*aaaa bbbb cccc dddd.*異なります/u, '一致している'],
] as const)('[RELAY-5] another key is told until somebody has compared it, in %s', async (language, text, button) => {
  localStorage.setItem(STORED, OTHER_KEY);
  await render(<DeviceKey access={access} isProven />, { language });
  await expect.element(warning()).toBeVisible();
  expect(warning().element().textContent).toMatch(text);
  expect(localStorage.getItem(STORED)).toBe(OTHER_KEY);
  await page.getByRole('button', { name: button }).click();
  await expect.element(warning()).not.toBeInTheDocument();
  expect(localStorage.getItem(STORED)).toBe(fingerprintOf(device_key));
});

test('[RELAY-5] a key that the device has not proven is not taken for the right one', async () => {
  localStorage.setItem(STORED, OTHER_KEY);
  await render(<DeviceKey access={access} isProven={false} />);
  await expect.element(page.getByRole('button', { name: 'They match' })).toBeDisabled();
});
