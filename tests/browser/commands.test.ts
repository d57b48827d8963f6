import { runBulkDeviceAction } from '@vigil/shared/contract/http/device-bulk';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { problems } from '@vigil/shared/contract/problems';
import type { Page } from 'playwright';
import { asSuperuser } from '../support/superuser.ts';
import { addCompany } from './support/companies.ts';
import { deviceList } from './support/device-list.ts';
import { startDevices, type Device } from './support/simulated-devices.ts';
import { expect, test } from './support/test.ts';

const tray = (page: Page) => page.getByRole('region', { name: 'Changes and commands' });

test.concurrent(
  'a reboot asks first, is followed as it happens, and ends when the device is back',
  { tags: 'core' },
  async ({ open, stack }) => {
    const company = await addCompany(stack);
    await using simulated = await startDevices(company, 1);
    // It is back when each state on the way was seen, however slow the page is.
    simulated.fleet.device(0).breakRestarts();
    const page = await open('/en/device/all', { as: company.client });
    // As over plain http at an address of the local network.
    await page.evaluate('delete Crypto.prototype.randomUUID');
    const { cell, menu } = deviceList(page);
    const device = simulated.device(0);
    await cell(device, 'cpu_usage').click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Reboot' }).click();
    const dialog = page.getByRole('dialog', { name: `Reboot ${device.alias}?` });
    await expect(dialog).toContainText(device.alias);
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    // Both clicks before the first is rendered.
    await dialog.getByRole('button', { name: 'Reboot' }).dblclick();
    await expect(dialog).toBeHidden();
    expect(sent.filter((url) => url.includes('/remoteControl/'))).toHaveLength(1);
    await expect(tray(page)).toContainText('0 of 1 done');
    await tray(page).getByRole('button', { name: 'Show devices' }).click();
    const line = tray(page).getByRole('listitem').filter({ hasText: device.alias });
    await expect(line).toContainText('Running');
    await expect(line).toContainText('Waiting for the effect');
    await expect(cell(device, 'alive')).toHaveText('Offline');
    await simulated.turnOn(0);
    await expect(line).toContainText('Done');
    await expect(tray(page)).toContainText('1 of 1 done');
    await expect(cell(device, 'alive')).toHaveText('Online');
  },
);

test.concurrent('a command to several devices names whom it reaches and whom not, and is found again after a reload', async ({
  open,
  stack,
}) => {
  // The recent commands of a user are in the tray of every page of that user.
  const company = await addCompany(stack);
  await using simulated = await startDevices(company, 3);
  simulated.turnOff(2);
  const page = await open('/en/device/all', { as: company.client });
  const { bulk, cell } = deviceList(page);
  await expect(cell(simulated.device(2), 'alive')).toHaveText('Offline');
  await deviceList(page).select(...simulated.devices);
  await bulk.getByRole('button', { name: 'Reboot 2 of 3 – 1 offline' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reboot 2 devices?' });
  await expect(dialog).toContainText('2Devices');
  await expect(dialog).toContainText('1Group');
  await expect(dialog).toContainText('1Skipped');
  await dialog.getByRole('button', { name: 'Reboot · 2' }).click();
  await expect(tray(page)).toContainText('0 of 2 done');

  await page.reload();
  await expect(tray(page)).toContainText('2 of 2 done');
});

test.concurrent('a wake is followed until the device is online, and turning off its last sender warns', async ({
  open,
  stack,
}) => {
  const company = await addCompany(stack);
  // The warning names five.
  await using simulated = await startDevices(company, 5);
  const desktops = simulated.devices.filter(({ dev_os_id }) => dev_os_id >= 1 && dev_os_id <= 3);
  const [sender, sleeper] = desktops as [Device, Device];
  const turnOff = (off: readonly Device[]) => {
    for (const device of off) simulated.fleet.device(simulated.devices.indexOf(device)).turnOff();
  };
  turnOff(desktops.filter((device) => device !== sender));
  const page = await open('/en/device/all', { as: company.client });
  const { cell, menu } = deviceList(page);
  await expect(cell(sleeper, 'alive')).toHaveText('Offline');

  await cell(sender, 'cpu_usage').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Shut down' }).click();
  const warning = page.getByRole('dialog').getByRole('status');
  await expect(warning).toContainText('could not be woken over the network any more');
  await expect(warning).toContainText(sender.alias);
  await expect(warning).toContainText(sleeper.alias);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await cell(sleeper, 'cpu_usage').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Wake-on-LAN' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Wake-on-LAN' }).click();
  await tray(page).getByRole('button', { name: 'Show devices' }).click();
  const line = tray(page).getByRole('listitem').filter({ hasText: sleeper.alias });
  await expect(line).toContainText(`sent by ${sender.alias}`);
  await expect(line).toContainText('Waiting for the effect');
  await expect(line).toContainText('Done');
  await expect(page.getByText('1 device was woken and is online.')).toBeVisible();
  await expect(cell(sleeper, 'alive')).toHaveText('Online');

  const ledgerOf = async (device: Device) => {
    await cell(device, 'alive').dblclick();
    const panel = page.getByRole('region', { name: `Device ${device.alias}` });
    await panel.getByRole('tab', { name: 'Commands' }).click();
    return { panel, row: (name: string) => panel.getByRole('tabpanel').getByRole('row').filter({ hasText: name }) };
  };
  const { panel, row } = await ledgerOf(sleeper);
  await expect(row('Wake-on-LAN')).toContainText(`${sender.alias}: Done`);
  const order = (await ledgerOf(sender)).row(`Wake-up packet for ${sleeper.alias}`);
  await expect(order).toContainText('Done');
  turnOff([sender, sleeper]);
  await ledgerOf(sleeper);
  const wake = panel.getByRole('button', { name: 'Wake-on-LAN' });
  await expect(wake).toHaveAccessibleDescription(/No online device on the same network/u);
});

test.concurrent('to delete ten devices their number has to be typed', { tags: 'core' }, async ({ open, simulated }) => {
  const page = await open('/en/device/all');
  const { bulk, names } = deviceList(page);
  await expect(names).toHaveCount(12);
  await page.getByRole('columnheader').getByRole('checkbox').check();
  await expect(bulk).toContainText('12 selected');
  await bulk.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete 12' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 12 devices?' });
  const confirm = dialog.getByRole('button', { name: 'Delete · 12' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Type 12 to confirm').fill('11');
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Type 12 to confirm').fill('12');
  await expect(confirm).toBeEnabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(simulated.fleet.devices.filter(({ state }) => state === 'removed')).toEqual([]);
});

test.concurrent('several devices are configured by one request, after a dialog that names groups and use', async ({
  open,
  simulated,
}) => {
  const page = await open('/en/device/all', { expected: /500/u });
  const { bulk, edit, names, showAs } = deviceList(page);
  await expect(names.first()).toBeVisible();
  await page.route('**/appconfig', (route) => route.fulfill({ status: 500, json: {} }));
  await edit.click();
  await expect(page.getByRole('alert').filter({ hasText: 'The configurations could not be loaded' })).toBeVisible();
  await showAs('Table');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/devices/bulk')) sent.push(request.postDataJSON());
    if (request.method() === 'PUT' && request.url().includes('/devices/')) sent.push(request.url());
  });
  const devices = simulated.devices.slice(6, 8);
  await deviceList(page).select(...devices);
  await bulk.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Configuration 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Configuration for 2 devices' });
  await expect(dialog).toContainText('2Devices');
  await expect(dialog).toContainText('0In use');
  // No configuration is chosen for devices whose configurations could not be read.
  const apply = dialog.getByRole('button', { name: 'Apply' });
  await expect(dialog.getByRole('combobox')).toHaveValue('');
  await expect(apply).toBeDisabled();
  await page.unroute('**/appconfig');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('combobox')).toHaveValue('Inherit');
  await dialog.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Default' }).click();
  await apply.click();
  const done = page.getByRole('alert').filter({ hasText: 'The configuration was applied to 2 devices.' });
  await expect(done).toBeVisible();
  const device_pks = expect.arrayContaining(devices.map(({ pk }) => pk)) as unknown;
  expect(sent).toEqual([expect.objectContaining({ action: 'config', device_pks })]);
});

test.concurrent('a change of many devices is followed across a reload, and names the devices that it left out', async ({
  open,
  stack,
}) => {
  const company = await addCompany(stack);
  const pks = await asSuperuser(
    stack,
    (sql) => sql<{ pk: DevicePk }[]>`
      insert into devices (company_fk, guid, public_key, alias, approval, device_group_fk, tags)
      select ${company.pk}, gen_random_uuid(), gen_random_uuid()::text, 'till ' || n, 1, ${company.home},
        case when n = 7 then array(select 'tag ' || m from generate_series(1, 20) as m) else '{}' end
      from generate_series(1, 900) as n returning pk`,
  );
  const device_pks = pks.map(({ pk }) => pk);
  const body = { action: 'tag' as const, add: ['checked'], device_pks, confirm: 900 };
  const page = await asSuperuser(stack, (sql) =>
    // Held here, the change waits in its second batch.
    sql.begin(async (tx) => {
      await tx`select from devices where pk = ${device_pks[899] ?? 0} for update`;
      void company.client.call(runBulkDeviceAction, { body }).catch(() => undefined);
      const opened = await open('/en/management/profile', { as: company.client });
      await expect(tray(opened)).toContainText('499 of 900 done');
      await opened.reload();
      await expect(tray(opened)).toContainText('499 of 900 done');
      return opened;
    }),
  );
  await expect(tray(page)).toContainText('899 of 900 done');
  await expect(tray(page)).toContainText('1 left out');
  await tray(page).getByRole('button', { name: 'Show the devices left out' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '1 device was left out' });
  await expect(dialog.getByRole('listitem')).toHaveText(/^till 7.*20 tags/u);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // It is found again until it is dismissed.
  await page.reload();
  await tray(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(tray(page)).toBeHidden();
  const read = page.waitForResponse((response) => response.url().endsWith('/devices/bulk'));
  await page.reload();
  await read;
  await expect(tray(page)).toBeHidden();
});

test.concurrent('what cannot be done says why on hover and on focus, and does nothing', async ({ open, simulated }) => {
  const page = await open('/en/device/all');
  const { cell, menu } = deviceList(page);
  await cell(simulated.device(5), 'cpu_usage').click({ button: 'right' });
  const wake = menu.getByRole('menuitem', { name: 'Wake-on-LAN' });
  await expect(wake).toHaveAttribute('aria-disabled', 'true');
  const tip = page.getByRole('tooltip');
  await wake.hover();
  await expect(tip).toHaveText(problems.already_online.en);
  await wake.click({ force: true });
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(menu).toBeVisible();
  await page.mouse.move(2, 2);
  await expect(tip).toBeHidden();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(wake).toBeFocused({ timeout: 100 });
  }).toPass();
  await expect(tip.filter({ hasText: problems.already_online.en })).toBeVisible();
});
