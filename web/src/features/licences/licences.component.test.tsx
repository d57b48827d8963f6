import type { Profile } from '@vigil/shared/contract/http/profile';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { settingsAtom } from '../../entities/session/settings.ts';
import { render } from '../../testing/render.tsx';
import { administrator, sampleProfile } from '../../testing/sample-profile.ts';
import { LicencesPage } from './licences-page.tsx';

const DAY = 86_400_000;

function licence(pk: number, days: number, more: object = {}) {
  const end = new Date(Math.ceil(Date.now() / DAY) * DAY + days * DAY);
  return {
    pay_pk: pk,
    pay_type: 'Corporate',
    pay_expire: end.toISOString(),
    pay_dev_vol: 50,
    pay_lisence_ref: null,
    linked: false,
    expireTimeStamp: end.getTime(),
    isExpired: days < 0,
    manager_limit: 25,
    starts: new Date(end.getTime() - 30 * DAY).toISOString(),
    ...more,
  };
}

const profileWith = (list: readonly object[], primaryProdType = 'Corporate') =>
  ({
    ...administrator,
    license: {
      ...sampleProfile.license,
      list,
      total: { ...sampleProfile.license.total, vol: 50, managerLimit: 20, primaryProdType },
      devices: 43,
      managers: 8,
    },
  }) as unknown as Partial<Profile>;

test('the licence that ends last comes first, an ended one is marked, and a renewed one is not renewed again', async () => {
  const list = [licence(1, -3), licence(2, 40), licence(3, 4, { linked: true })];
  await render(<LicencesPage />, { profile: profileWith(list) });
  await expect.element(page.getByText('43 of 50 devices')).toBeVisible();
  await expect.element(page.getByText('8 of 20 seats for users')).toBeVisible();
  const rows = page.getByRole('row').elements().slice(1);
  expect(rows).toHaveLength(3);
  expect(rows[2]?.textContent).toContain('Ended');
  expect(rows[1]?.textContent).toContain('Ends within a week');
  const renew = page.getByRole('button', { name: 'Renew' });
  await expect.element(renew.nth(1)).toBeDisabled();
  await expect.element(renew.nth(0)).toBeEnabled();
  await expect.element(page.getByRole('button', { name: 'Add licence' })).toBeVisible();
});

test('a free trial is renewed, and no licence is added to it', async () => {
  await render(<LicencesPage />, { profile: profileWith([licence(1, 5, { pay_type: 'Free' })], 'Free') });
  await expect.element(page.getByText('This is a free trial.', { exact: false })).toBeVisible();
  expect(page.getByRole('button', { name: 'Add licence' }).query()).toBeNull();
  await expect.element(page.getByRole('button', { name: 'Renew' })).toBeEnabled();
});

function Standalone() {
  const set = useSetAtom(settingsAtom);
  useEffect(() => set((settings) => ({ ...settings, standalone: true })), [set]);
  return <LicencesPage />;
}

test('the standalone edition shows licences and sells none', async () => {
  await render(<Standalone />, { profile: profileWith([licence(1, 5)]) });
  await expect.element(page.getByText('43 of 50 devices')).toBeVisible();
  await expect.poll(() => page.getByRole('button').elements().length).toBe(0);
});

test('beside a paid licence that ends later, an ended trial no longer keeps others from being added', async () => {
  const list = [licence(1, -5, { pay_type: 'Free' }), licence(2, 40)];
  await render(<LicencesPage />, { profile: profileWith(list, 'Corporate') });
  await expect.element(page.getByRole('button', { name: 'Add licence' })).toBeVisible();
  expect(page.getByText('This is a free trial.', { exact: false }).query()).toBeNull();
});

test('the time line ends with the last day of the last licence, and not with the day after it', async () => {
  const year = new Date().getUTCFullYear() + 2;
  // Midnight in Seoul.
  const end = Date.UTC(year, 0, 1) - 9 * 3_600_000;
  const last = licence(1, 0, { pay_expire: new Date(end).toISOString(), expireTimeStamp: end });
  await render(<LicencesPage />, { profile: profileWith([last]) });
  await expect.element(page.getByText('50 devices', { exact: false }).first()).toBeInTheDocument();
  await expect.element(page.getByText(`${year - 1}/12/31`, { exact: true }).first()).toBeInTheDocument();
  expect(document.body.textContent).not.toContain(`${year}/01/01`);
});

test('a company without any licence is told so, and can add one', async () => {
  await render(<LicencesPage />, { profile: profileWith([], '') });
  await expect.element(page.getByText('The company has no licence.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add licence' })).toBeVisible();
});
