import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { closeAllDialogsAtom, dialogStackAtom } from '../../lib/dialog-stack.ts';
import { render } from '../../testing/render.tsx';
import { administrator, sampleProfile } from '../../testing/sample-profile.ts';
import { LicenceEndReminder } from './licence-end-reminder.tsx';

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

/** Closes the dialog, and opens the console anew. */
function Again() {
  const [visit, setVisit] = useState(1);
  const closeAll = useSetAtom(closeAllDialogsAtom);
  return (
    <>
      <LicenceEndReminder key={visit} />
      <button
        onClick={() => {
          closeAll();
          setVisit(visit + 1);
        }}
      >
        Again
      </button>
      <output aria-label="visit">{visit}</output>
      <Count />
    </>
  );
}

test('the reminder comes once a day, by what the server keeps for the user', async () => {
  const [licence] = sampleProfile.license.list;
  const pay_expire = new Date(Date.now() + 86_400_000).toISOString();
  const license = { ...sampleProfile.license, list: [{ ...licence, pay_expire }] } as typeof sampleProfile.license;
  await render(<Again />, { profile: { ...administrator, license } });
  await expect.element(page.getByLabelText('dialogs')).toHaveTextContent('1');
  localStorage.clear();
  await page.getByRole('button', { name: 'Again' }).click();
  await expect.element(page.getByLabelText('visit')).toHaveTextContent('2');
  await expect.element(page.getByLabelText('dialogs')).toHaveTextContent('0');
});
