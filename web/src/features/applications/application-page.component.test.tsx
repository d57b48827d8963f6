import { Notifications } from '@mantine/notifications';
import type { Application } from '@vigil/shared/contract/http/applications';
import { ApplicationPk } from '@vigil/shared/contract/ids';
import { deleteApplication, listApplications, listInstallations } from '@vigil/shared/contract/routes/commands';
import { useAtomValue } from 'jotai';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dialogStackAtom, requestOf } from '../../lib/dialog-stack.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { ApplicationPage } from './application-page.tsx';

const application: Application = {
  pk: ApplicationPk.parse(1),
  device_group_fk: null,
  app_name: 'Kiosk',
  app_version: '2.0',
  file_name: 'kiosk.msi',
  kind: 'msi',
  size: 10,
  received: 10,
  state: 'ready',
  sha256: null,
  flag_install: 1,
  install_args: [],
  run_after: [],
  flag_pin: 0,
  uploader_name: 'Kim',
  created_at: '2026-11-28T09:00:00.000Z',
  counts: { installed: 0, open: 0, failed: 0 },
};

function Confirm() {
  const request = requestOf(confirmationDialog, useAtomValue(dialogStackAtom).at(-1));
  return request ? <button onClick={() => void request.onConfirm('')}>Confirm</button> : null;
}

test('after an application was deleted, its installations are not read again', async () => {
  let isDeleted = false;
  const readAfterwards: unknown[] = [];
  const call = (async (endpoint: unknown) => {
    if (endpoint === deleteApplication) isDeleted = true;
    else if (isDeleted) readAfterwards.push(endpoint);
    if (endpoint === listApplications) return { objects: isDeleted ? [] : [application], meta: {} };
    return { objects: [], meta: {} };
  }) as never;
  await render(
    <>
      {/* The page stays until the next one is loaded. */}
      <Routes location="/en/application/all/1">
        <Route path="application/:groupPk/:applicationPk" element={<ApplicationPage />} />
      </Routes>
      <Confirm />
      <Notifications />
    </>,
    { at: '/application/all/1', profile: administrator, api: { call } },
  );
  await expect.element(page.getByRole('button', { name: 'Delete' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Delete' }));
  await userEvent.click(page.getByRole('button', { name: 'Confirm' }));
  await expect.element(page.getByText('Kiosk 2.0 was deleted.')).toBeVisible();
  expect(readAfterwards).toContain(listApplications);
  expect(readAfterwards).not.toContain(listInstallations);
});
