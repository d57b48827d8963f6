import { readDevice } from '@vigil/shared/contract/http/devices';
import type { Page } from 'playwright';
import { signInAsGuest } from '../support/guests.ts';
import { expect, test } from '../support/test.ts';

for (const [language, words] of [
  [
    'en',
    {
      reason: 'Not available when signed in by invitation',
      add: 'Add device',
      group: 'New group',
      more: 'More actions for',
      reboot: 'Reboot',
      edit: 'Edit',
      move: 'Move to group',
      favourite: 'Add to favourites',
      delete: 'Delete',
      token: 'Create token',
    },
  ],
  [
    'ko',
    {
      reason: '초대로 접속 중에는 사용할 수 없습니다',
      add: '장치 추가',
      group: '그룹 추가',
      more: '추가 작업',
      reboot: '재부팅',
      edit: '편집',
      move: '그룹 이동',
      favourite: '즐겨찾기 추가',
      delete: '삭제',
      token: '토큰 생성',
    },
  ],
] as const) {
  test.concurrent(`a guest sees what an invitation does not allow, and why (${language})`, async ({
    open,
    stack,
    company,
    simulated,
  }) => {
    const { pk, alias } = simulated.device(0);
    const guest = await signInAsGuest(stack, company.admin);
    const page = await open(`/${language}/device/all/${pk}`, { as: guest });
    const detail = page.getByRole('complementary').filter({ hasText: alias });
    await expect(detail.getByRole('heading', { level: 2 })).toContainText(alias);
    for (const name of [words.add, words.group]) await expectDenied(page, name, words.reason);
    await expect(detail.getByRole('button', { name: words.favourite, exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );

    await detail.getByRole('button', { name: words.more }).click();
    const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
    await expect(item(words.reboot)).not.toHaveAttribute('aria-disabled', 'true');
    // What an invitation never allows is left out.
    for (const name of [words.favourite, words.edit, words.move, words.delete]) await expect(item(name)).toHaveCount(0);

    // A cell has no tooltip; its click tells the reason instead of calling the server.
    await page.setViewportSize({ width: 2_600, height: 900 });
    await page.goto(`${stack.url}/${language}/device/all`);
    await page.locator('.ag-row').getByRole('button', { name: words.favourite }).first().click();
    await expect(page.getByRole('alert').filter({ hasText: words.reason })).toBeVisible();

    await page.goto(`${stack.url}/${language}/support/downloads`);
    await expectDenied(page, words.token, words.reason);
    expect((await guest.call(readDevice, { params: { pk: String(pk) } })).objects[0]?.alias).toBe(alias);
  });
}

async function expectDenied(page: Page, name: string, reason: string): Promise<void> {
  const control = page.getByRole('button', { name, exact: true });
  await expect(control).toHaveAttribute('aria-disabled', 'true');
  await control.focus();
  await expect(page.getByRole('tooltip').filter({ hasText: reason })).toBeVisible();
  await control.blur();
}
