import { createEnrolToken } from '@vigil/shared/contract/http/agents';
import type { Page } from 'playwright';
import { Computer } from '../support/computer.ts';
import { eventually } from '../support/eventually.ts';
import { addCompany, addMember, type Company } from './support/companies.ts';
import { deviceList } from './support/device-list.ts';
import { expect, test } from './support/test.ts';

const enrolToken = async ({ client }: Company) =>
  (await client.call(createEnrolToken, { body: { uses: 1 } })).objects.enrol_token;
const connected = (computer: Computer) => eventually(() => expect(computer.isConnected).toBe(true));

const LIST = '/en/device/all';
const cloneNotice = (page: Page) => page.getByRole('region', { name: 'Possible clone' });

test('a copied device is flagged, explained and split', { tags: 'core' }, async ({ open, stack }) => {
  const own = await addCompany(stack);
  using original = new Computer(stack, { name: 'Lobby', mac: '02:00:00:00:00:01' });
  await original.turnOn(await enrolToken(own));
  await connected(original);
  const page = await open(LIST, { as: own.client });
  const { tile, names } = deviceList(page);
  await expect(names).toHaveText(['Lobby']);
  await expect(tile('Possible clone')).toHaveCount(0);

  using copy = new Computer(stack, { name: 'Copy of Lobby', mac: '02:00:00:00:00:02', copyOf: original });
  await copy.turnOn();
  await expect(tile('Possible clone')).toContainText('1');
  await tile('Possible clone').click();
  await expect(page).toHaveURL(/[?&]state=possible_clone$/u);
  await names.first().click();
  const notice = cloneNotice(page);
  await expect(notice).toContainText('02:00:00:00:00:01');
  await expect(notice).toContainText('02:00:00:00:00:02');
  await expect(notice).toContainText('Refused each time');
  await notice.getByRole('button', { name: 'Split' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The other hardware makes a key of its own when it connects next');
  await dialog.getByRole('button', { name: 'Split device' }).click();
  await expect(page.getByText('The other hardware becomes a device of its own when it connects next')).toBeVisible();
  await expect(notice).toBeHidden();
  await connected(copy);
  await page.goto(`${stack.url}${LIST}`);
  await expect(names).toHaveText(['Copy of Lobby', 'Lobby']);
});

test(
  'an administrator merges a device with the new installation that replaces it, and others follow',
  {
    tags: 'core',
  },
  async ({ open, stack }) => {
    const own = await addCompany(stack);
    using before = new Computer(stack, { name: 'Lobby', mac: '02:00:00:00:00:01' });
    await before.turnOn(await enrolToken(own));
    await connected(before);
    before.turnOff();
    // The same hardware, installed again: another key, and the device that it was is gone.
    using again = new Computer(stack, { name: 'Lobby again', mac: '02:00:00:00:00:01' });
    await again.turnOn(await enrolToken(own));
    await connected(again);
    const page = await open(LIST, { as: own.client });
    const { tile, names } = deviceList(page);
    await expect(tile('Possible clone')).toContainText('2');

    const member = await addMember(stack, own, [own.home]);
    const other = await open(LIST, { as: await stack.signIn(member) });
    const theirs = deviceList(other);
    await theirs.names.filter({ hasText: /^Lobby$/u }).click();
    const refused = other.getByRole('button', { name: 'Merge into…' });
    await expect(refused).toHaveAttribute('aria-disabled', 'true');
    await expect(refused).toHaveAccessibleDescription(/administrator/iu);

    await names.filter({ hasText: /^Lobby$/u }).click();
    const [notice, dialog] = [cloneNotice(page), page.getByRole('dialog')];
    await expect(notice).toContainText('On the same hardware: Lobby again');
    await expect(notice.getByRole('button', { name: 'Split' })).toHaveAccessibleDescription(/No other hardware/u);
    await notice.getByRole('button', { name: 'Merge into…' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Device that stays' })).toHaveValue(/^Lobby again/u);
    await expect(dialog).toContainText('Lobby again keeps its name, its key and its connection.');
    await dialog.getByRole('button', { name: 'Merge and delete' }).click();
    await expect(page.getByText('Lobby was merged into Lobby again')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Device Lobby again' })).toContainText('Online');
    await expect(page.getByText('Lobby merged into this device')).toBeVisible();
    await expect(other.getByText('Device not found')).toBeVisible();
    // A row stays in its place, dimmed, for as long as the pointer is over the list.
    await other.mouse.move(0, 0);
    await expect(theirs.names).toHaveText(['Lobby again']);
  },
);
