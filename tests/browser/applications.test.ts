import { createApplication, listApplications, uploadApplicationPiece } from '@vigil/shared/contract/http/applications';
import { listCommands } from '@vigil/shared/contract/http/commands';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { addCompany, type Company } from './support/companies.ts';
import type { Device } from './support/simulated-devices.ts';
import { expect, test } from './support/test.ts';

const MB = 1_048_576;
const SCRIPT = '#!/bin/sh\n';
const file = (name: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.concat([Buffer.from(SCRIPT), Buffer.alloc(3 * MB)]),
});

test('an application is uploaded, also over an interruption', { tags: 'core' }, async ({ open, stack }) => {
  const company = await addCompany(stack);
  // The file that is no application.
  const expected = /422 \(Unprocessable Entity\) .*\/file\?offset=0$/u;
  const page = await open('/en/application/all', { as: company.client, expected });
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
});

/** A small script with a PIN. */
async function addApplication({ client }: Company): Promise<void> {
  const body = { name: 'Viewer', version: '2.1', file_name: 'viewer.sh', size: SCRIPT.length, pin: '4711' };
  const { objects } = await client.call(createApplication, { body });
  const path = uploadApplicationPiece.path.replace(':pk', String(objects[0]?.pk));
  const reply = await client.fetch(`${API_BASE}${path}?offset=0`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: SCRIPT,
  });
  expect(reply.status).toBe(200);
}

test(
  'an application is installed once on each of the chosen devices that run it, with its PIN',
  {
    tags: 'core',
  },
  async ({ open, company, simulated }) => {
    await addApplication(company);
    // The wrong PIN, and the answer that is lost on its way.
    const expected = /422 \(Unprocessable Entity\) .*\/install$|net::ERR_FAILED .*\/install$/u;
    const page = await open('/en/application/all', { expected });
    await page.getByRole('link', { name: /Viewer 2\.1/u }).click();
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
