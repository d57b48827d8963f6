import type { DevicePk } from '@vigil/shared/contract/ids';
import { updateDevice } from '@vigil/shared/contract/routes/devices';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFleetStore } from '../../live/fleet-store.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { LocationForm } from './location-form.tsx';

const device = { pk: 7 as DevicePk, latitude: 37.57, longitude: 126.98 };
const field = page.getByRole('textbox', { name: 'Location (latitude, longitude)' });
const save = page.getByRole('button', { name: 'Save' });

async function open(profile = {}) {
  const sent: unknown[] = [];
  const call = (async (endpoint: unknown, { body }: { body: unknown }) => {
    if (endpoint === updateDevice) sent.push(body);
    return { objects: [], meta: {} };
  }) as never;
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  const onSaved = () => sent.push('closed');
  await render(<LocationForm device={device} onSaved={onSaved} />, { profile, fleet: { store }, api: { call } });
  return sent;
}

test('an administrator sets the location of a device, and clears it', async () => {
  const sent = await open(administrator);
  await expect.element(field).toHaveValue('37.57, 126.98');
  await expect.element(save).toBeDisabled();
  await userEvent.fill(field, 'here');
  await expect.element(save).toBeDisabled();
  await userEvent.fill(field, '52.5, 13.4');
  await save.click();
  const expected = { latitude: 37.57, longitude: 126.98 };
  await expect.poll(() => sent).toEqual([{ latitude: 52.5, longitude: 13.4, expected }, 'closed']);
  await userEvent.fill(field, '');
  await save.click();
  await expect.poll(() => sent.slice(2)).toEqual([{ latitude: null, longitude: null, expected }, 'closed']);
});

test('others have no field for it', async () => {
  await open();
  await expect.element(field).not.toBeInTheDocument();
});
