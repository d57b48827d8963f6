import { startFleet } from '@vigil/agent-sim/fleet';
import { deviceList } from './support/device-list.ts';
import { expect, test } from './support/test.ts';

test('an empty account shows the command that adds a device, and fills as soon as it is run', async ({
  open,
  stack,
}) => {
  const page = await open('/en/device/all');
  await expect(page.getByRole('heading', { name: 'Add your first device' })).toBeVisible();
  const command = page.getByRole('main').locator('pre');
  await expect(command).toContainText(`install.sh --server ${stack.url}`);
  const enrolToken = /--enrol "([^"]+)"/u.exec((await command.textContent()) ?? '')?.[1] ?? '';
  await page.getByRole('radiogroup').getByText('Windows').click();
  await expect(command).toContainText(`install.ps1 -Server ${stack.url} -Enrol "${enrolToken}"`);

  await using fleet = startFleet({ server: stack.url, enrolToken, count: 3, seed: 7 });
  await fleet.whenConnected();
  const { names, heading } = deviceList(page);
  await expect(names).toHaveText(fleet.devices.map(({ name }) => name).toSorted());
  await expect(heading).toContainText('3 of 3 online');
});
