import { Notifications } from '@mantine/notifications';
import type { Profile } from '@vigil/shared/contract/http/profile';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { listAppConfigs } from '@vigil/shared/contract/routes/commands';
import { readDevice, updateDevice } from '@vigil/shared/contract/routes/devices';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { apiProblemOf } from '../../lib/api-problem.ts';
import type { Api } from '../../lib/api.ts';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { EditDialog } from './edit-dialog.tsx';

const PK = 1 as DevicePk;

async function open({
  profile = administrator,
  refused = false,
  detail,
}: { profile?: Partial<Profile>; refused?: boolean; detail?: { security_agreement: 0 | 1 } } = {}) {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  store.replace([fakeDevice(PK, { alias: 'TILL-1' })], 0);
  const sent: unknown[] = [];
  const call = async (endpoint: object, parts: { body?: unknown }) => {
    if (endpoint === listAppConfigs) {
      if (refused) throw apiProblemOf('not_allowed', 'en');
      return { objects: [{ pk: 5, config_name: 'Kiosk' }], meta: { total_count: 1 } };
    }
    if (endpoint === readDevice) return { objects: detail ? [detail] : [], meta: { seq: 0 } };
    if (endpoint === updateDevice) sent.push(parts.body);
    return { objects: [], meta: {} };
  };
  let closed = 0;
  await render(
    <>
      <EditDialog request={{ pk: PK }} onClose={() => (closed += 1)} />
      <Notifications />
    </>,
    { profile, fleet: { store }, api: { call: call as unknown as Api['call'] } },
  );
  await expect.element(page.getByRole('textbox', { name: 'Device name' })).toHaveValue('TILL-1');
  return { sent, closed: () => closed };
}

const name = page.getByRole('textbox', { name: 'Device name' });
const save = page.getByRole('button', { name: 'Save' });
const choose = async (config: string) => {
  await userEvent.click(page.getByRole('combobox', { name: 'Configuration' }));
  await userEvent.click(page.getByRole('option', { name: config }));
};

test('nothing is saved that is the same, too long or empty', async () => {
  const { sent } = await open();
  await expect.element(save).toBeDisabled();
  await userEvent.fill(name, 'x'.repeat(65));
  await expect.element(page.getByText('65/64')).toBeVisible();
  await expect.element(save).toBeDisabled();
  await userEvent.fill(name, ' TILL-1 ');
  await expect.element(save).toBeDisabled();
  await userEvent.fill(name, ' ');
  await userEvent.click(save);
  await expect.element(page.getByText('Please enter a value.')).toBeVisible();
  expect(sent).toEqual([]);
});

test('name, configuration and file transfer are saved together, if they are as they were', async () => {
  const { sent, closed } = await open();
  await userEvent.fill(name, 'TILL-2');
  await choose('Kiosk');
  await userEvent.click(page.getByRole('switch', { name: 'File transfer' }));
  await expect.element(save).toBeEnabled();
  // Twice before there is an answer.
  const button = save.element() as HTMLElement;
  button.click();
  button.click();
  await expect.poll(closed).toBe(1);
  expect(sent).toEqual([
    {
      alias: 'TILL-2',
      app_config_fk: 5,
      disable_filetransfer: 1,
      expected: { alias: 'TILL-1', app_config_fk: null, disable_filetransfer: 0 },
    },
  ]);
  await expect.element(page.getByText('1 device was changed.')).toBeVisible();
});

test('only what was changed is sent, and told by its own message', async () => {
  const { sent, closed } = await open({ profile: { auth_val: 4 } });
  await expect.element(page.getByRole('switch')).not.toBeInTheDocument();
  await choose('Kiosk');
  await userEvent.click(save);
  await expect.poll(closed).toBe(1);
  expect(sent).toEqual([{ app_config_fk: 5, expected: { app_config_fk: null } }]);
  await expect.element(page.getByText('The configuration was applied to 1 device.')).toBeVisible();
});

test('configurations that cannot be read are told, and the name can still be changed', async () => {
  const { sent, closed } = await open({ refused: true });
  await expect.element(page.getByText(/^The configurations could not be loaded: /)).toBeVisible();
  await userEvent.fill(name, 'TILL-2');
  await userEvent.click(save);
  await expect.poll(closed).toBe(1);
  expect(sent).toEqual([{ alias: 'TILL-2', expected: { alias: 'TILL-1' } }]);
});

test.each([
  [0, 1, 'The pledge is asked for at this device.'],
  [1, 0, 'The pledge is asked for only where the company does.'],
] as const)('an administrator switches the pledge of a device from %i to %i', async (before, after, message) => {
  const { sent, closed } = await open({ detail: { security_agreement: before } });
  await userEvent.click(page.getByRole('switch', { name: /^Security pledge/u }));
  await userEvent.click(save);
  await expect.poll(closed).toBe(1);
  expect(sent).toEqual([{ security_agreement: after, expected: { security_agreement: before } }]);
  await expect.element(page.getByText(message)).toBeVisible();
});
