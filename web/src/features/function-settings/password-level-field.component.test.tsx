import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import type { FunctionSettingsDraft } from './draft.ts';
import { settingFields } from './setting-field.tsx';

const PasswordLevelField = settingFields.password_level;

const INVALID = 'The level that is set does not exist, so the strictest one applies. Choose a level.';

test.each([
  [3, false],
  [7, true],
  [-1, true],
])('the password level %i is said to be wrong: %s', async (level, isWrong) => {
  const chosen: Partial<FunctionSettingsDraft>[] = [];
  const draft = { password_level: level, password_max: 64 } as FunctionSettingsDraft;
  await render(
    <PasswordLevelField draft={draft} error={undefined} effect="" onChange={(changed) => chosen.push(changed)} />,
  );
  const message = page.getByText(INVALID);
  await expect.element(page.getByRole('radio').first()).toBeVisible();
  expect(message.elements()).toHaveLength(isWrong ? 1 : 0);
  await page.getByRole('radio', { name: '6 to 64 characters with a letter and a digit' }).click();
  expect(chosen).toEqual([{ password_level: 1 }]);
});
