import type { Profile } from '@vigil/shared/contract/http/profile';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { AccessFields } from './access-fields.tsx';
import { emptyUser, type NewUser } from './new-user.ts';

async function open(profile: Partial<Profile> = administrator) {
  const state = { user: emptyUser };
  function Form() {
    const [user, setUser] = useState<NewUser>(emptyUser);
    const change = (next: NewUser) => {
      state.user = next;
      setUser(next);
    };
    return <AccessFields user={user} onChange={change} />;
  }
  await render(<Form />, { profile });
  return state;
}

const preset = (name: string) => page.getByRole('group', { name: 'Presets' }).getByRole('button', { name });

test('a preset replaces what was chosen, and is shown as chosen until something differs', async () => {
  const state = await open();
  await page.getByRole('checkbox', { name: 'Update agents' }).click();
  await preset('See and control').click();
  expect(state.user.permissions.toSorted()).toEqual([
    'CSDeviceManagement',
    'CSFileManager',
    'CSRemoteControl',
    'CSRemoteView',
    'CSThumbnailView',
    'useFunction',
    'viewReport',
  ]);
  await expect.element(preset('See and control')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('checkbox', { name: 'File transfer' }).click();
  await expect.element(preset('See and control')).toHaveAttribute('aria-pressed', 'false');
});

test('a permission whose name does not say it is explained', async () => {
  await open();
  await expect
    .element(page.getByRole('checkbox', { name: 'Device management', exact: true }))
    .toHaveAccessibleDescription('See and end processes');
});

test('an administrator needs neither groups nor permissions', async () => {
  const state = await open();
  await page.getByRole('radio', { name: 'Administrator' }).click();
  expect(state.user.isAdministrator).toBe(true);
  await expect.element(page.getByRole('checkbox').first()).not.toBeInTheDocument();
});

test('who signed in by a link cannot give the role', async () => {
  const state = await open({ ...administrator, by_password: false });
  await page.getByRole('radio', { name: 'Administrator' }).click({ force: true });
  expect(state.user.isAdministrator).toBe(false);
});
