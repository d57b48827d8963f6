import { updateGroup } from '@vigil/shared/contract/routes/people';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { GroupInformation } from './group-information.tsx';
import { sampleGroupDetail } from './group.test-support.ts';

const confirm = page.getByRole('switch', { name: 'Approve new devices' });

test('whether new devices wait for approval is shown and changed', async () => {
  const call = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
  await render(<GroupInformation group={sampleGroupDetail} />, { api: { call }, profile: administrator });
  await expect.element(confirm).toBeChecked();
  await confirm.click();
  expect(call).toHaveBeenCalledExactlyOnceWith(updateGroup, {
    params: { pk: '7' },
    body: { flag_confirm: 0 },
  });
});

test('a session by invitation sees it, and why it may not change it', async () => {
  await render(<GroupInformation group={sampleGroupDetail} />, { profile: { ...administrator, is_invited: true } });
  await expect.element(confirm).toBeChecked();
  await expect.element(confirm).toBeDisabled();
  await confirm.hover();
  await expect.element(page.getByRole('tooltip')).toBeVisible();
});
