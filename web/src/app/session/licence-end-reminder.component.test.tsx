import { useAtomValue } from 'jotai';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { dialogStackAtom } from '../../lib/dialog-stack.ts';
import { storageKey } from '../../lib/local-storage-keys.ts';
import { render } from '../../testing/render.tsx';
import { administrator, sampleProfile } from '../../testing/sample-profile.ts';
import { LicenceEndReminder } from './licence-end-reminder.tsx';

beforeEach(() => localStorage.removeItem(storageKey.popupSkip));

function Count() {
  return <output aria-label="dialogs">{useAtomValue(dialogStackAtom).length}</output>;
}

test.each([
  ['an administrator', administrator, '1'],
  ['another user, who cannot renew it', {}, '0'],
])('the end of the licence is said to %s: %s', async (_, profile, count) => {
  const [licence] = sampleProfile.license.list;
  const pay_expire = new Date(Date.now() + 86_400_000).toISOString();
  const license = { ...sampleProfile.license, list: [{ ...licence, pay_expire }] } as typeof sampleProfile.license;
  const ends = (
    <>
      <LicenceEndReminder />
      <Count />
    </>
  );
  await render(ends, { profile: { ...profile, license } });
  await expect.element(page.getByLabelText('dialogs')).toHaveTextContent(count);
});
