import type { DevicePk } from '@vigil/shared/contract/ids';
import type { ReactNode } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NavEntry } from '../../entities/area.ts';
import type { Api } from '../../lib/api.ts';
import { useRegisterLeaveGuard } from '../../lib/leave-guards.ts';
import { palette } from '../../lib/palette-store.ts';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { Palette } from './palette.tsx';

const noGroups = (async () => ({ objects: [] })) as unknown as Api['call'];
function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{`${pathname}${search}`}</output>;
}
const nothing = page.getByText('No results');

/** Opens the palette over a list of four devices, none of which is open or selected. */
interface Opening {
  at?: string;
  call?: Api['call'];
  links?: readonly NavEntry[];
  /** A part of the page. */
  beside?: ReactNode;
  signOut?: (reason: string | null) => void;
}

async function open({ at = '/device/all', call = noGroups, links = [], beside, signOut }: Opening = {}) {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  const names = ['SEOUL-PC-1', 'SEOUL-PC-2', 'BUSAN-PC-1', 'Kim’s till'];
  store.replace(
    names.map((alias, index) => fakeDevice((index + 1) as DevicePk, { alias })),
    0,
  );
  await render(
    <Routes>
      <Route
        path="device/:groupPk/*"
        element={
          <>
            <Palette links={links} />
            <Address />
            {beside}
          </>
        }
      />
      <Route path="wall" element={<Address />} />
    </Routes>,
    { at, profile: administrator, fleet: { store }, api: { call }, ...(signOut && { signOut }) },
  );
  palette.open();
  const field = page.getByRole('textbox');
  await expect.element(field).toBeVisible();
  return field;
}

test('an action and a part of a name offer it for each device of that name', async () => {
  const field = await open();
  await field.fill('reb seoul');
  await expect.element(page.getByRole('button', { name: /^Reboot SEOUL-PC-1/u })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Reboot SEOUL-PC-2/u })).toBeVisible();
  expect(page.getByRole('button').elements()).toHaveLength(2);
  await field.fill('reb tokyo');
  await expect.element(nothing).toBeVisible();
});

test('devices and groups are found without the difference of apostrophes and width', async () => {
  const call = async ({ path }: { path: string }) => ({
    objects:
      path === '/device-groups' ? [{ pk: 4, name: 'Lobby', group_fk: null, has_permission: 1, flag_df_group: 0 }] : [],
    meta: {},
  });
  const field = await open({ call: call as unknown as Api['call'] });
  await field.fill("kim's");
  await expect.element(page.getByRole('button', { name: /^Kim’s till/u })).toBeVisible();
  await field.fill("reb kim's");
  await expect.element(page.getByRole('button', { name: /^Reboot Kim’s till/u })).toBeVisible();
  await field.fill('ｌｏｂｂｙ');
  await expect.element(page.getByRole('button', { name: /Lobby/u })).toBeVisible();
});

test('a group is opened with the filters of the list', async () => {
  const call = async ({ path }: { path: string }) => ({
    objects:
      path === '/device-groups' ? [{ pk: 4, name: 'Lobby', group_fk: null, has_permission: 1, flag_df_group: 0 }] : [],
    meta: {},
  });
  const field = await open({ at: '/device/all/7?name=door&tab=usage', call: call as unknown as Api['call'] });
  await field.fill('lobby');
  await userEvent.click(page.getByRole('button', { name: /Lobby/u }));
  await expect.element(page.getByLabelText('address')).toHaveTextContent('/en/device/4?name=door');
});

test('a saved wall view is shown', async () => {
  const objects = [{ pk: 3, name: 'Night shift', owner: { pk: 1, name: 'Kim' } }];
  const call = async ({ path }: { path: string }) => ({ objects: path === '/wall_views' ? objects : [], meta: {} });
  const field = await open({ call: call as unknown as Api['call'] });
  await field.fill('wall night');
  await userEvent.click(page.getByRole('button', { name: /^Wall: Night shift/u }));
  await expect.element(page.getByLabelText('address')).toHaveTextContent('/en/wall?view=3');
});

test('an action without a device asks for its name', async () => {
  const field = await open();
  await field.fill('reb');
  await expect.element(page.getByText('Type the name of a device as well')).toBeVisible();
  await field.fill('qqq');
  await expect.element(nothing).toBeVisible();
});

test('the field stays where it is, however much is found', async () => {
  const field = await open();
  const topOf = () => field.element().getBoundingClientRect().top;
  await field.fill('qqq');
  await expect.element(nothing).toBeVisible();
  // The dialog moves while it opens.
  await expect.poll(() => document.getAnimations().length).toBe(0);
  const alone = topOf();
  await field.fill('');
  await expect.element(page.getByText('Sign out')).toBeVisible();
  expect(topOf()).toBe(alone);
});

test('the pages of the menus are found, each once', async () => {
  const field = await open({
    links: [
      { menu: 'header', id: 'account', path: 'management/managers' },
      { menu: 'account', id: 'users', path: 'management/managers' },
      { menu: 'account', id: 'license', path: 'management/license' },
      { menu: 'header', id: 'incidents', path: 'incidents' },
    ],
  });
  await field.fill('alarm');
  await expect.element(page.getByRole('button', { name: 'Incidents' })).toBeVisible();
  await field.fill('users');
  await expect.element(page.getByRole('button', { name: 'Users' })).toBeVisible();
  for (const word of ['license', 'licence', 'licences', 'subscription']) {
    await field.fill(word);
    await expect.element(page.getByRole('button', { name: 'Licences' })).toBeVisible();
  }
  await field.fill('administration');
  await expect.element(nothing).toBeVisible();
});

function Edits({ onAsk }: { onAsk: (go: () => void) => void }) {
  useRegisterLeaveGuard({ isDirty: () => true, ask: onAsk });
  return null;
}

test('a sign-out asks before what is typed on the page is lost', async () => {
  const asked: (() => void)[] = [];
  const ended: (string | null)[] = [];
  const field = await open({
    beside: <Edits onAsk={(go) => asked.push(go)} />,
    signOut: (reason) => ended.push(reason),
  });
  await field.fill('sign out');
  await page.getByRole('button', { name: /^Sign out/u }).click();
  await expect.poll(() => asked.length).toBe(1);
  expect(ended).toEqual([]);
  asked[0]?.();
  expect(ended).toEqual([null]);
});
