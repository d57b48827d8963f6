import { createGroup, deleteGroup } from '@vigil/shared/contract/http/groups';
import { createUser } from '@vigil/shared/contract/http/user-changes';
import { listUsers } from '@vigil/shared/contract/http/users';
import type { Page } from 'playwright';
import type { Company } from './support/companies.ts';
import { expect, test } from './support/test.ts';
import { askToDeactivate } from './support/user-list.ts';
import { uniqueId } from './support/users.ts';

/** Six users, five of whom are on the first page. @returns with what their IDs begin, and the address of their list */
async function addSixUsers({ client }: Company): Promise<{ prefix: string; path: string }> {
  const prefix = uniqueId('list');
  for (let i = 10; i < 16; i += 1)
    await client.call(createUser, { body: { mgrid: `${prefix}-${i}`, pw: 'Passw0rd!', name: `User ${i}` } });
  return { prefix, path: `/en/management/managers?size=5&key=mgrid&value=${prefix}` };
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('a page beyond the last shows the last, and a search that nobody matches says so', async ({ open, company }) => {
  const { path } = await addSixUsers(company);
  const page = await open(`${path}&page=99`);
  await expect(rowOf(page, 'User 15')).toBeVisible();
  await expect(page.getByText('6–6 of 6')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('page')).toBe('2');

  await page.getByRole('searchbox', { name: 'Search' }).fill('no such user');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No matches')).toBeVisible();
});

test('a switch of another page is ignored until that page has loaded', async ({ open, company }) => {
  const { prefix, path } = await addSixUsers(company);
  const page = await open(`${path}&page=2`);
  await expect(rowOf(page, 'User 15')).toBeVisible();
  // The first click comes as soon as the row is there, and is ignored; the second one is not.
  await page.evaluate(`
    const observer = new MutationObserver(() => {
      const found = document.querySelector('input[aria-label="User 10 is active"]');
      if (!found) return;
      observer.disconnect();
      found.click();
      document.body.dataset.clicked = 'yes';
    });
    observer.observe(document.body, { childList: true, subtree: true });
  `);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.locator('body[data-clicked]')).toBeAttached();
  const isActive = page.getByRole('switch', { name: 'User 10 is active' });
  const deactivate = await askToDeactivate(page, () => isActive.click({ force: true }));
  await deactivate.click();
  await expect(page.getByText('User 10: Inactive')).toBeVisible();
  const { objects } = await company.client.call(listUsers, { query: { search_mode: 'all' } });
  expect(objects.find(({ mgrid }) => mgrid === `${prefix}-10`)).toMatchObject({ flag_active: 0 });
  await expect(page.getByText('User 10: Active')).toBeHidden();
});

test('users stay selected on the way to another page and back, and the list says so', async ({ open, company }) => {
  const { prefix, path } = await addSixUsers(company);
  const page = await open(path);
  const ofEleven = rowOf(page, 'User 11');
  await expect(ofEleven).toBeVisible();
  const first = page.getByRole('checkbox', { name: `Select ${prefix}` }).first();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(ofEleven).toBeHidden();
  await expect(async () => {
    // Ignored until the page has loaded.
    if (!(await first.isChecked())) await first.click();
    await expect(first).toBeChecked({ timeout: 5_000 });
  }).toPass();
  await page.goBack();
  await expect(ofEleven.getByRole('checkbox')).not.toBeChecked();
  await page.goForward();
  await expect(ofEleven).toBeHidden();
  await expect(first).toBeChecked();
  await page.goBack();
  await expect(page.getByText('1 selected · 1 on another page')).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Delete selected users' }).click();
  await expect(page.getByText('Please select the users to delete.')).toBeVisible();
});

test('of groups that are deleted together each has its outcome', async ({ open, company }) => {
  const { client } = company;
  const [first] = (await client.call(createGroup, { body: { name: 'Gone', group_fk: null } })).objects;
  await client.call(createGroup, { body: { name: 'Going', group_fk: null } });
  const page = await open('/en/management/groups', { expected: /404/u });
  await page.getByRole('checkbox', { name: 'Select Gone' }).click();
  // What the search hides stays selected.
  await page.getByRole('textbox', { name: 'Search this level' }).fill('Going');
  await expect(page.getByText('1 selected · 1 on another page')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Going' }).click();
  await expect(page.getByText('2 selected · 1 on another page')).toBeVisible();
  await page.getByRole('button', { name: 'Delete 2' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Delete 2 groups?');
  await expect(dialog.getByRole('listitem')).toHaveText(['Going', 'Gone']);
  await client.call(deleteGroup, { params: { pk: String(first?.pk) } });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const outcomes = page.getByRole('region', { name: 'Result of the deletion' });
  await expect(outcomes).toContainText('Deleting: 2 of 2');
  await expect(outcomes.getByText('Deleted', { exact: true })).toBeVisible();
  await expect(outcomes.getByText('Gone')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Going' })).toBeHidden();
});
