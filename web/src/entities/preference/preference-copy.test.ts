import { expect, test } from 'vitest';
import { fakeStorage } from '../../lib/fake-storage.test-support.ts';
import { clearUserStorage } from '../../lib/storage.ts';
import { createPreferenceCopy } from './preference-copy.ts';

test('the copy of a preference is that of its key, and ends with the session', () => {
  const storage = fakeStorage();
  const copy = createPreferenceCopy(storage, 'notice_skip');
  expect(copy.read()).toBeNull();
  copy.write([3, 1]);
  expect(copy.read()).toEqual([3, 1]);
  expect(createPreferenceCopy(storage, 'columns').read()).toBeNull();
  clearUserStorage(storage);
  expect(copy.read()).toBeNull();
});

test('a copy that cannot be read counts as none', () => {
  expect(createPreferenceCopy(fakeStorage({ 'vigil.preference.view': '{' }), 'view').read()).toBeNull();
});
