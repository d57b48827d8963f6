import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { useDevicePanelPath, useListPath } from './device-address.ts';

function Addresses() {
  const [addressOf, listAddressOf] = [useDevicePanelPath(), useListPath()];
  return (
    <>
      <output aria-label="device">{addressOf(7 as DevicePk)}</output>
      <output aria-label="tab">{addressOf(7 as DevicePk, 'processes')}</output>
      <output aria-label="list">{listAddressOf(4 as GroupPk)}</output>
      <output aria-label="device in list">{listAddressOf('all', 7 as DevicePk)}</output>
    </>
  );
}

const showAt = (at: string) =>
  render(
    <Routes>
      <Route path="device/:groupPk/*" element={<Addresses />} />
      <Route path="*" element={<Addresses />} />
    </Routes>,
    { at },
  );

const expectAddress = (name: string, address: string) =>
  expect.poll(() => page.getByLabelText(name, { exact: true }).query()?.textContent).toBe(address);

test('filters and order of the list are kept, its page and what is open of a device only for the next device of it', async () => {
  await showAt('/device/3/5?name=door&sort=alias.asc&page=2&tab=usage&range=week&measure=cpu');
  await expectAddress('device', '/en/device/3/7?name=door&sort=alias.asc&page=2&tab=usage&range=week&measure=cpu');
  await expectAddress('tab', '/en/device/3/7?name=door&sort=alias.asc&page=2&tab=processes&range=week&measure=cpu');
  await expectAddress('list', '/en/device/4?name=door&sort=alias.asc');
  await expectAddress('device in list', '/en/device/all/7?name=door&sort=alias.asc');
});

test('what another page has in its address filters no devices', async () => {
  await showAt('/management/managers?name=kim&state=1&tab=approved&page=2');
  await expectAddress('device', '/en/device/all/7');
  await expectAddress('tab', '/en/device/all/7?tab=processes');
  await expectAddress('list', '/en/device/4');
  await expectAddress('device in list', '/en/device/all/7');
});
