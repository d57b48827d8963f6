import { startSimulatedFleet } from '@vigil/agent-sim/fleet';
import { deviceList } from './support/device-list.ts';
import { expect, test } from './support/test.ts';

test(
  'an empty account shows the command that adds a device, and fills as soon as it is run',
  { tags: 'core' },
  async ({ open, stack }) => {
    const page = await open('/en/device/all');
    await expect(page.getByRole('heading', { name: 'Add your first device' })).toBeVisible();
    const command = page.getByRole('main').locator('pre');
    await expect(command).toContainText(`install.sh --server ${stack.url}`);
    // It has no token until it is copied.
    const tokens = page.getByRole('region', { name: 'Valid tokens' }).getByRole('listitem');
    await expect(command).toContainText('"<token>"');
    await expect(tokens).toHaveCount(0);
    await page.getByRole('main').getByRole('button', { name: 'Copy' }).click();
    await expect(command).not.toContainText('"<token>"');
    await expect(tokens).toHaveCount(1);
    const enrolToken = /printf %s "([^"]+)"/u.exec((await command.textContent()) ?? '')?.[1] ?? '';
    await page.getByRole('radiogroup').getByText('Windows').click();
    await expect(command).toContainText(`install.ps1 -Server ${stack.url} -Enrol "${enrolToken}"`);

    await using fleet = startSimulatedFleet({ server: stack.url, enrolToken, count: 3, seed: 7 });
    await fleet.whenConnected();
    const { names, heading, sortBy } = deviceList(page);
    await expect(names).toHaveCount(3);
    await sortBy('Name');
    await expect(names).toHaveText(fleet.devices.map(({ name }) => name).toSorted());
    await expect(heading).toContainText('3 of 3 online');

    // The next time it is the same token, until it is revoked.
    await page.getByRole('button', { name: 'Add device' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add device' });
    const commandOfDialog = dialog.locator('pre');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await expect(commandOfDialog).toContainText(enrolToken);
    await expect(dialog.getByRole('alert')).toContainText('cannot reach this address');
    await expect(tokens.filter({ hasText: '3 of 10 used' })).toHaveCount(1);
    await tokens.filter({ hasText: '3 of 10 used' }).getByRole('button', { name: 'Revoke token' }).click();
    await expect(commandOfDialog).toContainText('install.sh');
    await expect(commandOfDialog).not.toContainText(enrolToken);
    await expect(tokens).toHaveCount(0);

    // As over plain http at an address of the local network.
    await page.evaluate('delete Navigator.prototype.clipboard');
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await expect(tokens.filter({ hasText: '0 of 10 used' })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    const filter = page.getByRole('textbox', { name: 'Filter groups and devices' });
    await filter.press('Control+v');
    await expect(filter).toHaveValue(/install\.sh --server/u);
  },
);
