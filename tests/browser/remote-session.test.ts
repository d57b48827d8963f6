import { changeDeviceApproval, readDevice } from '@vigil/shared/contract/http/devices';
import type { createRemoteSessionByGet } from '@vigil/shared/contract/http/remote-sessions';
import { readWakeReadiness } from '@vigil/shared/contract/http/wakes';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { senderSystems } from '@vigil/shared/domain/wake-senders';
import type { Page } from 'playwright';
import type { z } from 'zod';
import { eventually } from '../support/eventually.ts';
import { asSuperuser } from '../support/superuser.ts';
import { startViewer } from '../support/viewer.ts';
import { addMember, type Company } from './support/companies.ts';
import { connectDevice, type ConnectedDevice } from './support/connected-device.ts';
import { deviceList } from './support/device-list.ts';
import { expect, test } from './support/test.ts';
import { addNamedUser } from './support/users.ts';

/** No program is installed for the scheme where the tests run. */
const NO_VIEWER = /scheme does not have a registered handler/u;
const SESSION = /\/remote_session\?/u;

async function launchedBy(page: Page, press: () => Promise<void>): Promise<string> {
  const [reply] = await Promise.all([page.waitForResponse(SESSION), press()]);
  const { objects } = (await reply.json()) as { objects: z.output<typeof createRemoteSessionByGet.objects> };
  return objects.launch;
}

test(
  '[REMOTE-2] a session begins with the press of a button, runs on the device, and is cut when the device is put out',
  { tags: 'core' },
  async ({ open, simulated, company }) => {
    const device = simulated.device(0);
    const page = await open(`/en/device/all/${device.pk}`, { expected: NO_VIEWER });
    const panel = page.getByRole('region', { name: `Device ${device.alias}` });
    const dialog = page.getByRole('dialog', { name: `File transfer – ${device.alias}` });
    const asked: string[] = [];
    page.on('request', (request) => SESSION.test(request.url()) && asked.push(request.url()));
    const launch = await launchedBy(page, () => panel.getByRole('button', { name: 'File transfer' }).dblclick());
    await expect(page.locator('iframe[src^="vigil-remote:ft:"]')).toHaveAttribute('src', launch);
    await expect(dialog.getByRole('alert')).toContainText('The viewer did not open');
    await expect(dialog.getByRole('alert')).toContainText('version 1.0.0 or later');
    await expect(page.locator('iframe')).toHaveCount(0);
    expect(asked).toHaveLength(1);

    const viewer = await startViewer(launch);
    expect(viewer).toMatchObject({ type: 'ft', guid: device.guid });
    await eventually(() => expect(simulated.fleet.counters.sessions).toBe(1));
    expect(await viewer.alive()).toBeNull();

    await company.client.call(changeDeviceApproval, {
      params: { pk: String(device.pk) },
      body: { approval: 0 },
    });
    await expect(page.getByText(`The remote session with ${device.alias} has ended`)).toContainText(
      'You no longer have the right to use this device, or a policy of your company forbids it.',
    );
    expect(await viewer.alive()).toBe('policy');
    await eventually(() => expect(simulated.fleet.counters.sessions).toBe(0));
  },
);

test.concurrent('where a pledge is required it comes first, also on a phone', async ({ open, simulated, stack }) => {
  const device = simulated.device(1);
  await asSuperuser(stack, (sql) => sql`update devices set security_agreement = 1 where pk = ${device.pk}`);
  const page = await open('/en/device/all', { expected: /scheme does not|409/u });
  const { cell, menu, bulk, checkbox } = deviceList(page);
  await cell(device, 'cpu_usage').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'File transfer' }).click();
  const pledge = page.getByRole('dialog', { name: 'Security pledge' });
  await expect(pledge).toContainText('Before the remote session starts');
  await pledge.getByLabel('I have read and agree to the pledge').check();
  const launch = await launchedBy(page, () => pledge.getByRole('button', { name: 'Continue' }).click());
  expect((await startViewer(launch)).type).toBe('ft');
  await page
    .getByRole('dialog', { name: /^File transfer/u })
    .getByRole('button', { name: 'Close' })
    .first()
    .click();

  // One selected device has the same buttons; the browser of a phone opens the tab, too.
  await checkbox(device).check();
  await expect(bulk.getByRole('button', { name: 'File transfer' })).toBeVisible();
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile' }),
  );
  await bulk.getByRole('button', { name: 'Remote control' }).click();
  await pledge.getByLabel('I have read and agree to the pledge').check();
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    pledge.getByRole('button', { name: 'Continue' }).click(),
  ]);
  await expect(tab.getByLabel(`Screen of ${device.alias}`)).toHaveAttribute('data-phase', 'viewing');
});

/** A device that has not been approved. */
async function connectWaiting(company: Company, alias: string): Promise<ConnectedDevice> {
  const waiting = await connectDevice(company, alias);
  await company.client.call(changeDeviceApproval, { params: { pk: String(waiting.pk) }, body: { approval: 0 } });
  return waiting;
}

/** What the menu of a device in the list offers, and what it denies. */
async function readMenu(page: Page, device: { pk: DevicePk }) {
  const { cell, menu } = deviceList(page);
  await cell(device, 's_pri_ip').click({ button: 'right' });
  await expect(menu).toBeVisible();
  const items = await menu.getByRole('menuitem').all();
  await expect(menu.getByRole('menuitem').last()).toBeInViewport();
  const read = await Promise.all(
    items.map(async (item) => [await item.textContent(), await item.getAttribute('aria-disabled')] as const),
  );
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  return {
    possible: read.filter(([, disabled]) => disabled !== 'true').map(([name]) => name),
    denied: read.filter(([, disabled]) => disabled === 'true').map(([name]) => name),
  };
}

test.concurrent('each state of a device shows what can be done, and why not the rest', async ({
  open,
  simulated,
  company,
}) => {
  using waiting = await connectWaiting(company, 'Waiting kiosk');
  const { client } = company;
  // Not a phone, and not alone in its network, which it tells some time after its connection. Other tests use the first
  // devices.
  const findWakeable = async () =>
    (await client.call(readWakeReadiness, { query: {} })).objects.findLast(({ wakeable }) => wakeable === 1)?.device_pk;
  await expect.poll(findWakeable).toBeDefined();
  const sleeper = await findWakeable();
  const index = simulated.devices.findIndex(({ pk }) => pk === sleeper);
  const awake = simulated.devices.findLast(({ pk, dev_os_id }) => pk !== sleeper && senderSystems.includes(dev_os_id));
  await using _off = simulated.turnOff(index);
  const page = await open('/en/device/all');

  const unapproved = await readMenu(page, waiting);
  expect(unapproved.possible).toEqual([
    'Details',
    'Add to favourites',
    'Approve',
    'Reject',
    'Edit',
    'Apply configuration',
    'Tags',
  ]);
  expect(unapproved.denied).toContain('Remote control');
  await expect(deviceList(page).cell(simulated.device(index), 'alive')).toHaveText('Offline');
  const offline = await readMenu(page, simulated.device(index));
  expect(offline.possible).toEqual([
    'Details',
    'Add to favourites',
    'Edit',
    'Apply configuration',
    'Tags',
    'Move to group',
    'Show on map',
    'Wake-on-LAN',
    'Delete',
  ]);
  const online = await readMenu(page, awake ?? simulated.device(0));
  // There is no release of the agent.
  expect(online.denied).toEqual(['Update agent', 'Wake-on-LAN']);
  expect(online.possible).toEqual(expect.arrayContaining(['Live view', 'Remote control', 'File transfer', 'Delete']));
});

test.concurrent('a device is rejected with a confirmation, and is gone', async ({ open, company }) => {
  using waiting = await connectWaiting(company, 'Rejected kiosk');
  const page = await open('/en/device/all');
  const { cell, menu } = deviceList(page);
  await cell(waiting, 's_pri_ip').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject Rejected kiosk?' });
  await expect(dialog).toContainText('Rejected kiosk');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog).toBeHidden();
  // The list does not move below the pointer, so that the row stays as a gap until it has left.
  await page.mouse.move(0, 0);
  await expect(page.getByText('Rejected kiosk')).toHaveCount(0);
  await expect(company.client.call(readDevice, { params: { pk: String(waiting.pk) } })).rejects.toThrow('404');
});

test.concurrent('what a right would allow is not offered without it', async ({ open, simulated, company, stack }) => {
  const member = await stack.signIn(await addMember(stack, company, [company.home]));
  const { cell, menu } = deviceList(await open('/en/device/all', { as: member }));
  await cell(simulated.device(4), 's_pri_ip').click({ button: 'right' });
  await expect(menu.getByRole('menuitem', { name: 'Details' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Remote control' })).toBeHidden();
});

test.concurrent(
  '[SEQ-10] rights and windows of a user take effect while the list is on the screen',
  { tags: 'core' },
  async ({ open, simulated, company, stack }) => {
    const device = simulated.device(6);
    const bound = await addNamedUser(stack, company, { name: 'Jun Sato' });
    const page = await open('/en/device/all', { as: await stack.signIn(bound) });
    const { cell, menu } = deviceList(page);
    await cell(device, 's_pri_ip').click({ button: 'right' });
    const remote = menu.getByRole('menuitem', { name: 'Remote control' });
    await expect(menu.getByRole('menuitem', { name: 'Details' })).toBeVisible();
    await expect(remote).toBeHidden();
    await stack.operator.changeRights(bound.id, { '--remote-control': 1 });
    await expect(remote).toBeVisible();
    await expect(remote).not.toHaveAttribute('aria-disabled', 'true');
    await stack.operator.changeRights(bound.id, { '--use-approval': 1 });
    await expect(cell(device, 'alive')).toHaveText('Online · locked');
    await expect(remote).toHaveAttribute('aria-disabled', 'true');
    await remote.hover();
    await expect(page.getByRole('tooltip')).toHaveText('You do not have approved remote access at this time.');

    const window = { start_time: new Date(Date.now() - 60_000), end_time: new Date(Date.now() + 3_600_000) };
    await asSuperuser(
      stack,
      (sql) =>
        sql`insert into approvals ${sql({
          company_fk: company.pk,
          device_fk: device.pk,
          device_alias: device.alias,
          requester_fk: bound.pk,
          requester_id: bound.id,
          approval_reason: 'Printer',
          approve_state: 2,
          ...window,
        })}`,
    );
    await expect(cell(device, 'alive')).toHaveText('Online');
    await expect(remote).not.toHaveAttribute('aria-disabled', 'true');

    await asSuperuser(stack, (sql) => sql`update approvals set end_time = now() where requester_fk = ${bound.pk}`);
    await expect(remote).toHaveAttribute('aria-disabled', 'true');
    await expect(cell(device, 'alive')).toHaveText('Online · locked');
  },
);
