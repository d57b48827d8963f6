import type { DevicePk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { issueBulk, issueCommand } from '../../endpoints.ts';
import type { Api } from '../../lib/api.ts';
import { createCommandBoard } from '../../live/command-board.ts';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { CommandDialog } from './command-dialog.tsx';

const network = { s_pub_ip: '192.0.2.1', ip_addr: '10.0.0.2', netmask: '255.255.255.0', approval: 1, dev_os_id: 1 };
const sleeper = fakeDevice(1, { ...network, alias: 'SLEEPER', alive: 0, mac_addr: '02:00:00:00:00:01' });
const senders = [2, 3].map((pk) => fakeDevice(pk, { ...network, alias: `SENDER-${pk}` }));

async function open() {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  store.replace([sleeper, ...senders], 0);
  const commands = createCommandBoard();
  const asked: unknown[] = [];
  const call = async (endpoint: object, parts: { params?: object; body?: { type?: string } }) => {
    if (endpoint === issueCommand && parts.body?.type === 'wol_list') {
      const objects = senders.map(({ pk, alias }) => ({ pk, alias, s_pri_ip: null, last_proven_at: null }));
      return { objects: { objects, last_proven_at: null } };
    }
    if (endpoint === issueCommand || endpoint === issueBulk) asked.push(parts);
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
