import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useRegisterLeaveGuard } from '../../../lib/leave-guards.ts';
import { render } from '../../../testing/render.tsx';
import { ProfileMenu } from './profile-menu.tsx';

function Edits({ isDirty, onAsk }: { isDirty: boolean; onAsk: (go: () => void) => void }) {
  useRegisterLeaveGuard({ isDirty: () => isDirty, ask: onAsk });
  return null;
}

test.each([true, false])('a sign-out asks before what is typed is lost (typed: %s)', async (isDirty) => {
  const asked: (() => void)[] = [];
  const ended: (string | null)[] = [];
  await render(
    <>
      <Edits isDirty={isDirty} onAsk={(go) => asked.push(go)} />
      <ProfileMenu />
    </>,
    { signOut: (reason) => ended.push(reason) },
  );
  await page.getByRole('button', { name: /Min Seo$/u }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect.poll(() => asked.length + ended.length).toBe(1);
  expect(ended).toEqual(isDirty ? [] : [null]);
  asked[0]?.();
  expect(ended).toEqual([null]);
});
