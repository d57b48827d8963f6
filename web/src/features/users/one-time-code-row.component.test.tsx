import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { administrator, sampleProfile } from '../../testing/sample-profile.ts';
import { EditableAccountCard } from './account-card.tsx';

const { license } = sampleProfile;
const basic = { ...administrator, license: { ...license, total: { ...license.total, primaryProdType: 'Basic' } } };
const OTHER = 9;

async function open(flag_use_otp: 0 | 1) {
  const texts = { mgrid: 'jun', name: 'Jun', email: '', phone: '', department: '', position: '' };
  const user = { pk: OTHER, ...texts, member_type_id: 1, approver_fk: 0, flag_use_otp, otp_confirmed: true };
  const sent: unknown[] = [];
  const call = (async (_endpoint: unknown, { body }: { body?: unknown }) => {
    if (body) sent.push(body);
    return { objects: [] };
  }) as never;
  await render(<EditableAccountCard user={user as unknown as UserDetail} />, { profile: basic, api: { call } });
  return sent;
}

test('one-time codes of a user that are still on under another licence can be turned off, and not be reset', async () => {
  const sent = await open(1);
  await expect
    .element(page.getByRole('button', { name: /^Reset authenticator app/u }))
    .toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('switch', { name: 'Two-factor authentication' }).click({ force: true });
  await expect.poll(() => sent).toEqual([{ flag_use_otp: 0 }]);
});

test('without that licence they are not offered', async () => {
  await open(0);
  await expect.element(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await expect.element(page.getByRole('switch', { name: 'Two-factor authentication' })).not.toBeInTheDocument();
});
