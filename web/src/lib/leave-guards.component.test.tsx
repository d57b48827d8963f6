import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { useAskBeforeLeaving, useRegisterLeaveGuard } from './leave-guards.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

function Guarded({ isDirty, onAsk }: { isDirty: boolean; onAsk: (go: () => void) => void }) {
  useRegisterLeaveGuard({ isDirty: () => isDirty, ask: onAsk });
  return null;
}

function Leave({ onLeave }: { onLeave: () => void }) {
  const askBeforeLeaving = useAskBeforeLeaving();
  return <button onClick={() => askBeforeLeaving(onLeave)}>Leave</button>;
}

test('leaving goes on at once without unsaved changes, and with them only when the user gives them up', async () => {
  const told: string[] = [];
  const waiting: (() => void)[] = [];
  const shown = (isDirty: boolean) => (
    <>
      <Guarded isDirty={false} onAsk={() => told.push('clean')} />
      <Guarded
        isDirty={isDirty}
        onAsk={(go) => {
          told.push('asked');
          waiting.push(go);
        }}
      />
      <Leave onLeave={() => told.push('left')} />
    </>
  );
  const first = await render(shown(false));
  await page.getByRole('button', { name: 'Leave' }).click();
  expect(told).toEqual(['left']);
  await first.unmount();

  await render(shown(true));
  await page.getByRole('button', { name: 'Leave' }).click();
  expect(told).toEqual(['left', 'asked']);
  waiting[0]?.();
  expect(told).toEqual(['left', 'asked', 'left']);
});

function Typed({ warns, isDirty }: { warns: boolean; isDirty: boolean }) {
  useLeaveGuard({ warns, isDirty: () => isDirty, isSamePlace: () => false, ask: () => undefined });
  return <p>Typed</p>;
}

test.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])('a tab that is closed asks (guarded: %s, unsaved changes: %s): %s', async (warns, isDirty, asks) => {
  const shown = await render(<Typed warns={warns} isDirty={isDirty} />);
  await expect.element(page.getByText('Typed')).toBeVisible();
  const close = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(close()).toBe(!asks);
  await shown.unmount();
  expect(close()).toBe(true);
});
