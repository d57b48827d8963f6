import type { WallScreen } from '@vigil/shared/contract/http/wall-screens';
import type { WallScreenPk } from '@vigil/shared/contract/ids';
import { listGroups } from '@vigil/shared/contract/routes/people';
import {
  createWallScreen,
  revokeWallScreen,
  listWallScreens,
  updateWallScreen,
  listWallViews,
} from '@vigil/shared/contract/routes/wall';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DialogStack } from '../../app/shell/dialogs.tsx';
import { sampleGroup } from '../../entities/group/sample-group.test-support.ts';
import { ApiProblem } from '../../lib/api-problem.ts';
import type { Api } from '../../lib/api.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { WallScreensPage } from './wall-screens-page.tsx';

const lobby: WallScreen = {
  pk: 1 as WallScreenPk,
  name: 'Lobby Seoul',
  groups: null,
  view: null,
  state: 'paired',
  created_at: '2026-11-26T05:00:00.000Z',
  last_seen_at: '2026-11-26T06:00:00.000Z',
  last_seen_ip: '203.0.113.7',
  version: 'main-abc.js',
};

/** A server with some screens. */
async function open(rows: WallScreen[]) {
  const asked: unknown[] = [];
  const call = (async (endpoint: object, input: { body?: { name?: string; pk?: WallScreenPk } } = {}) => {
    if (endpoint === listWallScreens) return { objects: rows, meta: { total_count: rows.length } };
    if (endpoint === listWallViews) return { objects: [{ pk: 3, name: 'Night shift' }] };
    if (endpoint === listGroups) return { objects: [sampleGroup(5, { name: 'Lobby' })] };
    if (endpoint === updateWallScreen) {
      asked.push(input);
      return { objects: [] };
    }
    if (endpoint === revokeWallScreen) return { objects: [rows.splice(0, 1)[0]?.pk] };
    if (endpoint === createWallScreen) {
      asked.push(input);
      const { name = lobby.name } = input.body ?? {};
      if (name === 'Taken')
        throw new ApiProblem(409, { code: 'duplication_screen_name', message: 'Already there.', field: 'body.name' });
      const pk = input.body?.pk ?? (2 as WallScreenPk);
      if (input.body?.pk === undefined) rows.push({ ...lobby, pk, name, state: 'waiting', last_seen_at: null });
      return { objects: { pk, name, code: '012345', expires_at: new Date(Date.now() + 300_000).toISOString() } };
    }
    return { objects: [], meta: { total_count: 0 } };
  }) as unknown as Api['call'];
  await render(
    <>
      <WallScreensPage />
      <DialogStack />
    </>,
    { at: '/management/screens', api: { call }, profile: administrator },
  );
  return asked;
}

const codeDialog = page.getByRole('dialog', { name: /^Code for/u });

test('a company without screens is told what they are, and makes one, whose code is shown with its time', async () => {
  const asked = await open([]);
  await expect.element(page.getByText('There are no wall screens')).toBeVisible();
  await page.getByRole('button', { name: 'Add screen' }).click();
  await page.getByLabelText('Name').fill('Lobby Busan');
  await userEvent.keyboard('{Enter}');
  await expect.element(codeDialog.getByLabelText('Code', { exact: true })).toHaveTextContent('012 345');
  await expect.element(codeDialog.getByText(/Valid for (?:5:00|4:5\d)/u)).toBeVisible();
  await expect.element(codeDialog.getByText(/\/en\/screen$/u)).toBeVisible();
  expect(asked).toEqual([{ body: { name: 'Lobby Busan', group_pks: null, view_pk: null } }]);
});

test('a name that is taken is said at its field', async () => {
  await open([]);
  await page.getByRole('button', { name: 'Add screen' }).click();
  await page.getByLabelText('Name').fill('Taken');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Already there.')).toBeVisible();
});

const editDialog = page.getByRole('dialog', { name: 'Edit screen' });
const editedBody = async (asked: unknown[]) => {
  await editDialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => asked).toHaveLength(1);
  await expect.element(editDialog).not.toBeInTheDocument();
  return asked[0];
};

test('the groups and the view of a screen are changed', async () => {
  const asked = await open([lobby]);
  await page.getByRole('button', { name: 'Edit Lobby Seoul' }).click();
  await editDialog.getByLabelText('View').click();
  await page.getByRole('option', { name: 'Night shift' }).click();
  await editDialog.getByLabelText('Groups').click();
  await page.getByRole('option', { name: 'Lobby' }).click();
  expect(await editedBody(asked)).toEqual({
    params: { pk: '1' },
    body: { name: 'Lobby Seoul', group_pks: [5], view_pk: 3 },
  });
});

test('a screen whose groups were deleted does not show all devices because it is renamed', async () => {
  const asked = await open([{ ...lobby, groups: [] }]);
  await page.getByRole('button', { name: 'Edit Lobby Seoul' }).click();
  await editDialog.getByLabelText('Name').fill('Lobby Busan');
  expect(await editedBody(asked)).toEqual({ params: { pk: '1' }, body: { name: 'Lobby Busan', view_pk: null } });
});

test('the list says where a screen is and what it runs, and revokes it after a question', async () => {
  await open([{ ...lobby }]);
  await expect.element(page.getByText('203.0.113.7')).toBeVisible();
  await expect.element(page.getByTitle('main-abc.js')).toHaveTextContent('Another one');
  await page.getByRole('button', { name: 'Revoke Lobby Seoul' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect.element(page.getByText('There are no wall screens')).toBeVisible();
});

test('the dialog of a code says when the screen is connected', async () => {
  const rows = [{ ...lobby }];
  await open(rows);
  await page.getByRole('button', { name: 'New code for Lobby Seoul' }).click();
  await expect.element(codeDialog.getByText(/The browser that shows this screen now/u)).toBeVisible();
  rows[0] = { ...lobby, last_seen_at: '2026-11-26T07:00:00.000Z' };
  await expect.element(codeDialog.getByText('Lobby Seoul is connected.')).toBeVisible();
});
