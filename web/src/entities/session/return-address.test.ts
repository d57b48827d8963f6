import { expect, test } from 'vitest';
import { fakeStorage } from '../../lib/fake-storage.test-support.ts';
import { storageKey } from '../../lib/local-storage-keys.ts';
import { forgetReturnAddress, keepReturnAddress, returnPathFor } from './return-address.ts';

const browser = (lastUser: string | null) => {
  const storages = { sessionStorage: fakeStorage(), localStorage: fakeStorage() };
  if (lastUser !== null) storages.localStorage.setItem(storageKey.lastUser, lastUser);
  return storages;
};

test('an address is returned to by the user who was signed in, in any language', () => {
  const storages = browser('7');
  keepReturnAddress(storages, '/en/management/managers?page=2');
  expect(returnPathFor(storages, '7')).toBe('management/managers?page=2');
  forgetReturnAddress(storages);
  expect(returnPathFor(storages, '7')).toBeNull();
});

test('another user does not land on the page of the one before', () => {
  const storages = browser('7');
  keepReturnAddress(storages, '/en/management/settings/functions');
  expect(returnPathFor(storages, '8')).toBeNull();
});

test('whoever signs in to a new browser comes to the address that was opened', () => {
  const storages = browser(null);
  keepReturnAddress(storages, '/ko/device/4');
  expect(returnPathFor(storages, '8')).toBe('device/4');
});
