import { expectPainted } from '../support/images.ts';
import { expect, test } from '../support/test.ts';
import { addNamedUser } from '../support/users.ts';

for (const [language, words] of [
  ['en', { open: 'Show on map', title: 'Location of', region: 'Map around' }],
  ['ko', { open: '지도에서 보기', title: '위치', region: '주변 지도' }],
] as const) {
  test.concurrent(`a device that reports its location is shown on map tiles (${language})`, async ({
    open,
    simulated,
  }) => {
    const device = simulated.device(0);
    const page = await open(`/${language}/device/all/${device.pk}`);
    await page.getByRole('button', { name: words.open }).click();
    const dialog = page.getByRole('dialog', { name: words.title });
    const map = dialog.getByRole('region', { name: words.region });
    await expect(map).toContainText(device.alias);
    const tile = map.locator('img.leaflet-tile').first();
    await expectPainted(tile);
    await expect(tile).toHaveAttribute('src', /\/13\/\d+\/\d+\.png$/u);
    await expect(dialog).toContainText(/ -?\d+\.\d+.* -?\d+\.\d+/u);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
}

test.concurrent('a long list of users is searched, sized and turned', async ({ open, stack, company, simulated }) => {
  const boss = await addNamedUser(stack, company, { name: 'Bora Lee', approves: true, type: 6 });
  for (let index = 0; index < 11; index += 1)
    await addNamedUser(stack, company, { name: `Approver ${index}`, approves: true, department: 'Desk' });
  const member = await addNamedUser(stack, company, { name: 'Jun Sato', asks: boss });
  const page = await open(`/en/device/all/${simulated.device(0).pk}`, { as: await stack.signIn(member) });
  await page.getByRole('button', { name: 'Request access' }).first().click();
  await page.getByRole('button', { name: 'Select…' }).click();
  const users = page.getByRole('dialog', { name: 'Select approver' });
  const range = users.getByRole('status');
  const searchBy = async (key: string): Promise<void> => {
    await users.getByRole('combobox', { name: 'Search in' }).click();
    await expect(page.getByRole('option')).toHaveText(['Name', 'ID', 'Department', 'Authority']);
    await page.getByRole('option', { name: key }).click();
  };
  await expect(users.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('10');
  await searchBy('ID');
  await users.getByRole('searchbox').fill(boss.id.toUpperCase());
  await users.getByRole('searchbox').press('Enter');
  await expect(range).toHaveText('1–1 of 1');
  await searchBy('Authority');
  await users.getByRole('combobox', { name: 'Authority' }).click();
  await page.getByRole('option', { name: 'Submanager' }).click();
  await users.getByRole('button', { name: 'Search' }).click();
  await expect(users.getByRole('cell', { name: boss.id })).toBeVisible();
  await expect(users.getByRole('row').filter({ hasText: 'Department member' })).toHaveCount(0);
  await searchBy('Department');
  await users.getByRole('searchbox').fill('desk');
  await users.getByRole('searchbox').press('Enter');
  await expect(range).toHaveText('1–10 of 11');
  const ids = await users.locator('tbody td:first-child').allInnerTexts();
  expect(ids).toEqual(ids.toSorted());
  await users.getByRole('button', { name: 'Next page' }).click();
  await expect(range).toHaveText('11–11 of 11');
  await users.getByRole('combobox', { name: 'Rows per page' }).click();
  await expect(page.getByRole('option')).toHaveText(['5', '10', '15', '20']);
  await page.getByRole('option', { name: '5', exact: true }).click();
  await expect(range).toHaveText('1–5 of 11');

  // Only the dialog on top closes.
  await page.keyboard.press('Escape');
  await expect(users).toBeHidden();
  const request = page.getByRole('dialog', { name: 'Request access' });
  await expect(request).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(request).toBeHidden();
  await expect(page.getByRole('button', { name: 'Request access' }).first()).toBeVisible();
});

test.concurrent('a dialog begins with its first field, or with its main action unless that destroys something', async ({
  open,
  stack,
  simulated,
}) => {
  const { pk } = simulated.device(2);
  const page = await open(`/en/device/all/${pk}`);
  const dialog = page.getByRole('dialog');
  const menu = async (name: string) => {
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /^More actions/u })
      .click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  for (const [name, focused] of [
    ['Edit', dialog.getByRole('textbox', { name: 'Device name' })],
    ['Restart agent', dialog.getByRole('button', { name: 'Restart agent' })],
    ['Shut down', dialog.getByRole('button', { name: 'Cancel' })],
    ['Delete', dialog.getByRole('button', { name: 'Cancel' })],
  ] as const) {
    await menu(name);
    await expect(focused).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await page.goto(`${stack.url}/en/support/downloads`);
  await page
    .getByRole('button', { name: /^Read: /u })
    .first()
    .click();
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
});
