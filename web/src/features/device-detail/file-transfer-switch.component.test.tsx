import type { DevicePk } from '@vigil/shared/contract/ids';
import { updateDevice } from '@vigil/shared/contract/routes/devices';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { LiveData } from '../../live/live-data.ts';
import { LiveDataContext } from '../../live/use-fleet.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { FileTransferSwitch } from './file-transfer-switch.tsx';

const fleet = {} as LiveData;
const device = { pk: 7 as DevicePk, forbidsFiles: false };
const element = (
  <LiveDataContext value={fleet}>
    <FileTransferSwitch device={device} />
  </LiveDataContext>
);
const files = page.getByRole('switch', { name: 'File transfer' });

test('an administrator forbids the transfer of files with a device', async () => {
  const call = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
  await render(element, { api: { call }, profile: administrator });
  await expect.element(files).toBeChecked();
  await files.click();
  const body = { disable_filetransfer: 1, expected: { disable_filetransfer: 0 } };
  expect(call).toHaveBeenCalledExactlyOnceWith(updateDevice, { params: { pk: '7' }, body });
});

test('others see whether it is allowed, and why they do not decide it', async () => {
  await render(element, { profile: { ...administrator, type: 'Member', member_type_id: 1, auth_val: 15 } });
  await expect.element(files).toBeChecked();
  await expect.element(files).toBeDisabled();
  await files.hover();
  await expect.element(page.getByRole('tooltip')).toBeVisible();
});
