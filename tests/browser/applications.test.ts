import { listApplications } from '@vigil/shared/contract/http/applications';
import { listCommands } from '@vigil/shared/contract/http/commands';
import type { Device } from './support/simulated-devices.ts';
import { expect, test } from './support/test.ts';

const MB = 1_048_576;
const file = (name: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.concat([Buffer.from('#!/bin/sh\n'), Buffer.alloc(3 * MB)]),
});

/** The wrong PIN, the file that is no application, and the answer that is lost on its way. */
const LOST_OR_REFUSED = /422 \(Unprocessable Entity\) .*\/(?:install|file\?offset=0)|net::ERR_FAILED .*\/install$/u;

test(
  'an application is uploaded, over an interruption, and installed on devices, whose progress is shown',
  { tags: 'core' },
  async ({ open, company, simulated }) => {
    const page = await open('/en/application/all', { expected: LOST_OR_REFUSED });
    await expect(page.getByText('No applications here yet')).toBeVisible();
    await page.getByRole('button', { name: 'Upload application' }).first().click();
    const upload = page.getByRole('dialog', { name: 'Upload an application' });
    await upload.getByLabel('Name').fill('Viewer');
    await upload.getByLabel('Version').fill('2.1');
    await upload.getByLabel('PIN').fill('4711');
    // What is no application leaves nothing that would take its name.
    await upload
      .locator('input[type=file]')
      .setInputFiles({ ...file('viewer.sh'), buffer: Buffer.from('<html>'.repeat(9)) });
    await upload.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(upload.getByRole('alert')).toBeVisible();
    await upload.locator('input[type=file]').setInputFiles(file('viewer.sh'));
    // The second piece does not arrive, until the upload is continued later.
    const piece = /\/applications\/\d+\/file\?offset=1048576/u;
    await page.route(piece, () => undefined);
    await upload.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(upload.getByText('33%')).toBeVisible();
    await upload.getByRole('button', { name: 'Pause' }).click();
    await page.unroute(piece);
    await page.getByRole('link', { name: /Viewer 2\.1/u }).click();
    await page.getByRole('button', { name: 'Continue upload' }).click();
    const resumed = page.getByRole('dialog', { name: 'Continue upload' });
    await resumed.locator('input[type=file]').setInputFiles(file('viewer.sh'));
    await resumed.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(resumed).toBeHidden();
    const [stored] = (await company.client.call(listApplications)).objects;
    expect(stored).toMatchObject({ state: 'ready', kind: 'sh' });
    await expect(page.getByText(stored?.sha256 ?? '')).toBeVisible();

    await page.getByRole('button', { name: 'Install', exact: true }).click();
    const install = page.getByRole('dialog', { name: 'Install Viewer 2.1' });
    await install.getByText('Devices', { exact: true }).click();
    const runsScripts = ({ dev_os_id }: Device) => dev_os_id === 2 || dev_os_id === 3;
    const devices = simulated.devices.filter(runsScripts).slice(0, 2);
    const other = simulated.devices.find((device) => !runsScripts(device));
    for (const { alias } of [...devices, other!]) {
      await install.getByRole('combobox', { name: 'Devices' }).fill(alias);
      await page.getByRole('option', { name: alias }).click();
    }
    await page.keyboard.press('Escape');
    await expect(install.getByRole('status')).toHaveText('Devices that run another system and are left out: 1');
    await install.getByLabel('PIN of the application').fill('4712');
    await install.getByRole('button', { name: 'Install', exact: true }).click();
    await expect(install.getByRole('alert')).toHaveText('The PIN is wrong.');
    await install.getByLabel('PIN of the application').fill('4711');
    // The server does it, and its answer is lost.
    await page.route(/\/install$/u, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await install.getByRole('button', { name: 'Install', exact: true }).click();
    await expect(install.getByRole('alert')).toContainText('Cannot reach the server');
    await page.unroute(/\/install$/u);
    await install.getByRole('button', { name: 'Install', exact: true }).click();
    await expect(install).toBeHidden();
    const { objects: commands } = await company.client.call(listCommands, { query: { search_mode: 'all' } });
    expect(commands.map(({ device_pk }) => device_pk).toSorted((a, b) => a - b)).toEqual(
      devices.map(({ pk }) => pk).toSorted((a, b) => a - b),
    );
    const list = page.getByRole('region', { name: 'Devices' }).getByRole('listitem');
    await expect(list).toHaveCount(2);
    for (const { alias } of devices)
      await expect(list.filter({ hasText: alias })).toContainText(/Done|not enough space/u);
  },
);
