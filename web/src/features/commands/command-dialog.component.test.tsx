import { Notifications } from '@mantine/notifications';
import type { DeviceRow } from '@vigil/shared/contract/device';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { createMaintenanceWindow } from '@vigil/shared/contract/routes/alerts';
import { issueBulkCommand, issueCommand } from '@vigil/shared/contract/routes/commands';
import { previewWakeLoss } from '@vigil/shared/contract/routes/devices';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import { createCommandBatchStore } from '../../live/command-batch-store.ts';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { CommandDialog } from './command-dialog.tsx';

const network = { s_pub_ip: '192.0.2.1', ip_addr: '10.0.0.2', netmask: '255.255.255.0', approval: 1, dev_os_id: 1 };
const sleeper = fakeDevice(1, { ...network, alias: 'SLEEPER', alive: 0, mac_addr: '02:00:00:00:00:01' });
const senders = [2, 3].map((pk) => fakeDevice(pk, { ...network, alias: `SENDER-${pk}` }));

async function open({ provenAt = null }: { provenAt?: string | null } = {}) {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  store.replace([sleeper, ...senders], 0);
  const commands = createCommandBatchStore();
  const asked: unknown[] = [];
  const call = async (endpoint: object, parts: { params?: object; body?: { type?: string } }) => {
    if (endpoint === issueCommand && parts.body?.type === 'wol_list') {
      const [first, second] = senders.map(({ pk, alias }) => ({ pk, alias, s_pri_ip: null, last_proven_at: null }));
      return { objects: { objects: [{ ...first, last_proven_at: provenAt }, second], last_proven_at: provenAt } };
    }
    if (endpoint === issueCommand || endpoint === issueBulkCommand) asked.push(parts);
    return { objects: [], meta: {} };
  };
  await render(<CommandDialog request={{ type: 'wol', pks: [1 as DevicePk] } as never} onClose={() => undefined} />, {
    profile: administrator,
    fleet: { store, commands },
    api: { call: call as unknown as Api['call'] },
  });
  const sender = page.getByRole('combobox', { name: 'Send from' });
  await expect.element(sender).toBeVisible();
  const wake = () => userEvent.click(page.getByRole('button', { name: 'Wake-on-LAN' }));
  return { asked, commands, sender, wake };
}

test('a wake is sent from the device that was chosen, and its line names it', async () => {
  const { asked, commands, sender, wake } = await open();
  await userEvent.click(sender);
  await userEvent.click(page.getByRole('option', { name: 'SENDER-3' }));
  await wake();
  await expect.poll(() => asked.length).toBe(1);
  expect(asked).toMatchObject([
    { params: { guid: sleeper.guid }, body: { type: 'wol', data: sleeper.mac_addr, device_id: 3 } },
  ]);
  expect(commands.batches()).toMatchObject([{ type: 'wol', lines: [{ device_pk: 1, senders: ['SENDER-3'] }] }]);
});

test('without a choice the server selects the senders', async () => {
  const { asked, wake } = await open();
  await wake();
  await expect.poll(() => asked.length).toBe(1);
  expect(asked).toMatchObject([{ body: { type: 'wol', device_pks: [1] } }]);
  expect(JSON.stringify(asked)).not.toContain('device_id');
});

test('the dialog says when the device was last woken, and which neighbour did it', async () => {
  const { sender } = await open({ provenAt: '2026-05-01T10:00:00.000Z' });
  await expect.element(page.getByText('Last woken 2026/05/01 19:00')).toBeVisible();
  await userEvent.click(sender);
  await expect.element(page.getByRole('option', { name: 'SENDER-2 – last worked 2026/05/01 19:00' })).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'SENDER-3', exact: true })).toBeVisible();
});

test('before devices are turned off, it names those that no device could wake any more; before a restart it does not', async () => {
  const names = Array.from({ length: 7 }, (_, i) => `ASLEEP-${i + 1}`);
  const asked: unknown[] = [];
  const call = async (endpoint: object, parts: object) => {
    if (endpoint !== previewWakeLoss) return { objects: [], meta: {} };
    asked.push(parts);
    return { objects: names.map((alias, i) => ({ pk: i + 9, alias })), meta: { total_count: names.length } };
  };
  const show = async (type: 'shutdown' | 'reboot') => {
    const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
    store.replace(senders, 0);
    const request = { type, pks: senders.map(({ pk }) => pk) };
    return render(<CommandDialog request={request} onClose={() => undefined} />, {
      profile: administrator,
      fleet: { store, commands: createCommandBatchStore() },
      api: { call: call as unknown as Api['call'] },
    });
  };
  const loss = page.getByText(/could not be woken/);
  await show('reboot');
  await expect.element(page.getByText('SENDER-2')).toBeVisible();
  expect([asked, loss.elements()]).toEqual([[], []]);
  await show('shutdown');
  await expect.element(loss).toHaveTextContent('7 devices could not be woken over the network any more');
  await expect.element(page.getByText(/ASLEEP-1, .*ASLEEP-5 and 2 more/)).toBeVisible();
  expect(asked).toEqual([{ body: { device_pks: [2, 3] } }]);
});

test.each([
  [{ commands: 2, refused: 1 }, 'The agent update was requested for 2 devices.'],
  [{ commands: 0, refused: 3 }, null],
])('an update says for how many devices it was requested: %o', async (answer, text) => {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  const pks = [1, 2, 3] as DevicePk[];
  const outdated = pks.map((pk) => fakeDevice(pk, { approval: 1, cs_ver: '1.0.0', latest_ver: '1.1.0' }));
  store.replace(outdated, 0);
  const commands = createCommandBatchStore();
  const call = async (endpoint: object) => {
    if (endpoint !== issueBulkCommand) return { objects: [], meta: {} };
    const sent = pks.slice(0, answer.commands).map((pk) => ({ id: `c${pk}`, device_pk: pk, state: 'queued' }));
    const refused = pks.slice(answer.commands).map((pk) => ({ device_pk: pk, code: 'not_online_warning' }));
    return { objects: { bulk_id: 'b', commands: sent, refused }, meta: {} };
  };
  let isClosed = false;
  await render(
    <>
      <CommandDialog request={{ type: 'update', pks }} onClose={() => (isClosed = true)} />
      <Notifications />
    </>,
    { profile: administrator, fleet: { store, commands }, api: { call: call as unknown as Api['call'] } },
  );
  await userEvent.click(page.getByRole('button', { name: 'Update agent · 3' }));
  await expect.poll(() => isClosed).toBe(true);
  if (text === null) expect(page.getByText(/was requested/).elements()).toEqual([]);
  else await expect.element(page.getByText(text)).toBeVisible();
});

test('a dialog whose devices are gone says that none is selected, and not that none allows the action', async () => {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  store.replace([fakeDevice(1, { alive: 1, approval: 1 })], 0);
  const call = async () => ({ objects: [], meta: {} });
  const request = { type: 'reboot', pks: [1 as DevicePk] } as const;
  await render(<CommandDialog request={request} onClose={() => undefined} />, {
    profile: administrator,
    fleet: { store, commands: createCommandBatchStore() },
    api: { call: call as unknown as Api['call'] },
  });
  const nothing = page.getByText('No devices are selected. Select some first.');
  await expect.element(page.getByText('device-1')).toBeVisible();
  expect(nothing.elements()).toEqual([]);
  store.replace([], 1);
  await expect.element(nothing).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reboot · 0' })).toBeDisabled();
});

test.each([
  ['a reboot silences the devices for half an hour', 'reboot', true, [{ device_pks: [1], minutes: 30 }]],
  ['without the mark nothing is silenced', 'reboot', false, []],
] as const)('%s', async (_, type, isQuiet, expected) => {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  store.replace([{ ...sleeper, alive: 1 }], 0);
  const silenced: unknown[] = [];
  const call = async (endpoint: object, { body }: { body?: object }) => {
    if (endpoint === createMaintenanceWindow) silenced.push(body);
    if (endpoint !== issueBulkCommand) return { objects: [], meta: {} };
    const commands = [{ id: 'one', device_pk: 1, state: 'queued' }];
    return { objects: { bulk_id: 'bulk', commands, refused: [] } };
  };
  let isClosed = false;
  await render(<CommandDialog request={{ type, pks: [1 as DevicePk] }} onClose={() => void (isClosed = true)} />, {
    profile: administrator,
    fleet: { store, commands: createCommandBatchStore() },
    api: { call: call as unknown as Api['call'] },
  });
  const mark = page.getByRole('checkbox', { name: 'Tell nobody of alerts for 30 minutes' });
  await expect.element(mark).toBeChecked();
  if (!isQuiet) await userEvent.click(mark);
  await userEvent.click(page.getByRole('button', { name: 'Reboot' }));
  await expect.poll(() => isClosed).toBe(true);
  expect(silenced).toMatchObject(expected);
});

async function showFor(
  type: 'reboot' | 'delete',
  devices: readonly DeviceRow[],
  language: 'en' | 'ko' | 'ja' = 'en',
): Promise<void> {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  store.replace(devices, 0);
  const call = async () => ({ objects: [], meta: {} });
  const request = { type, pks: devices.map(({ pk }) => pk) };
  await render(<CommandDialog request={request} onClose={() => undefined} />, {
    language,
    profile: administrator,
    fleet: { store, commands: createCommandBatchStore() },
    api: { call: call as unknown as Api['call'] },
  });
}

test.each([
  ['en', 'Delete SENDER-2?'],
  ['ko', 'SENDER-2 장치를 삭제할까요?'],
  ['ja', 'SENDER-2を削除しますか？'],
] as const)('[%s] a dialog for one device names it, and counts nothing', async (language, title) => {
  await showFor('delete', senders.slice(0, 1), language);
  await expect.element(page.getByRole('dialog', { name: title })).toBeVisible();
  expect(page.getByRole('definition').elements()).toEqual([]);
});

test('a dialog names each device that it leaves out, with its reason', async () => {
  const waiting = fakeDevice(4, { ...network, alias: 'WAITING', alive: 1, approval: 0 });
  await showFor('reboot', [...senders, sleeper, waiting]);
  await expect.element(page.getByRole('dialog', { name: 'Reboot 2 devices?' })).toBeVisible();
  const left = page.getByRole('list', { name: 'Left out' }).getByRole('listitem');
  await expect.element(left.nth(0)).toHaveTextContent('SLEEPERThe device is not online.');
  await expect.element(left.nth(1)).toHaveTextContent('WAITINGThe device has not been approved yet.');
  await expect.element(page.getByText('Group', { exact: true })).toBeVisible();
});

test('administrators choose a time for a restart, which silences no device from now on', async () => {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  store.replace([fakeDevice(2, { alias: 'KIOSK', alive: 1, approval: 1 })], 0);
  const request = { type: 'reboot', pks: [2 as DevicePk] } as const;
  await render(<CommandDialog request={request} onClose={() => undefined} />, {
    profile: administrator,
    fleet: { store, commands: createCommandBatchStore() },
    api: { call: (async () => ({ objects: [], meta: {} })) as unknown as Api['call'] },
  });
  const submit = page.getByRole('button', { name: 'Reboot', exact: true });
  await expect.element(submit).toBeEnabled();
  await expect.element(page.getByRole('checkbox')).toBeVisible();
  await userEvent.click(page.getByText('At a set time'));
  await expect.element(submit).toBeDisabled();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  await expect.element(page.getByText(/offline then is left as it is/u)).toBeVisible();
});
