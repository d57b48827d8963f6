import type { DesktopAccess } from '@vigil/shared/contract/remote-desktop/grant';
import type { DesktopRight } from '@vigil/shared/contract/remote-desktop/rights';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { ControlStrip } from './control-strip.tsx';
import type { ViewerAction } from './viewer-action.ts';
import { ViewerNote } from './viewer-note.tsx';
import { FIRST_STATE, type ControlState, type ViewerState } from './viewer-session.ts';

const control: ControlState = {
  t: 'control',
  you: 1,
  viewers: [
    { id: 1, name: 'Mina', may_control: true },
    { id: 2, name: 'Jun', may_control: true },
  ],
  holder: 1,
  epoch: 3,
  requester: null,
};

const accessWith = (rights: DesktopRight[]) =>
  ({ device_name: 'Workshop', grant: { rights } }) as unknown as DesktopAccess;

async function show(change: Partial<ControlState>, more: Partial<ViewerState> = {}) {
  const sent: ViewerAction[] = [];
  const state: ViewerState = {
    ...FIRST_STATE,
    phase: 'viewing',
    access: accessWith(['view', 'input']),
    control: { ...control, ...change },
    ...more,
  };
  await render(<ControlStrip state={state} onSend={(action) => sent.push(action)} />);
  return sent;
}

test('[RELAY-10] everybody sees who watches and who is in control', async () => {
  await show({ holder: 2 });
  await expect.element(page.getByText('Jun is in control')).toBeVisible();
  await expect.element(page.getByText('Mina (you)')).toBeVisible();
});

test('[RELAY-10] a holder who has lost the connection has no name, and is told apart from nobody', async () => {
  await show({ holder: 7 });
  await expect.element(page.getByText('Who was in control has lost the connection')).toBeVisible();
  await show({ holder: null });
  await expect.element(page.getByText('Nobody is in control')).toBeVisible();
});

test('[RELAY-10] the control is asked for, and the holder hands over or refuses', async () => {
  const asked = await show({ holder: 2 });
  await page.getByRole('button', { name: 'Ask for control' }).click();
  expect(asked).toEqual([{ t: 'request' }]);
});

test('[RELAY-10] a holder who is asked answers', async () => {
  const sent = await show({ requester: 2 });
  await expect.element(page.getByRole('alert').getByText('Jun asks for control')).toBeVisible();
  await page.getByRole('button', { name: 'Hand over' }).click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  expect(sent).toEqual([{ t: 'grant' }, { t: 'refuse' }]);
});

test('[RELAY-10] an administrator takes over with a reason only', async () => {
  const sent = await show({ holder: 2 }, { access: accessWith(['view', 'input', 'take']) });
  await page.getByRole('button', { name: 'Take over' }).click();
  const submit = page.getByRole('button', { name: 'Take over' }).last();
  await expect.element(submit).toBeDisabled();
  await page.getByLabelText('Reason').fill('Incident 7');
  await submit.click();
  expect(sent).toEqual([{ t: 'take', reason: 'Incident 7' }]);
});

test('[RELAY-10] what has happened is said, and who may only view has nothing to ask', async () => {
  await show({ holder: 2 }, { access: accessWith(['view']), news: { t: 'taken', by: 'Jun', reason: 'Incident 7' } });
  await expect.element(page.getByRole('status')).toHaveTextContent('Jun has taken over: Incident 7');
  await expect.element(page.getByText('You may only view')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('[RELAY-11] a viewer that waits for consent says so', async () => {
  await render(
    <ViewerNote
      state={{ ...FIRST_STATE, access: accessWith(['view']), phase: 'asking' }}
      onConnectAgain={() => undefined}
    />,
  );
  await expect.element(page.getByRole('status').getByText(/The person at Workshop is asked/u)).toBeVisible();
});

test.each([
  ['declined', 'You were not let in: the person at the device refused.'],
  ['unanswered', 'You were not let in: nobody at the device answered.'],
  ['consent_refused', 'You were not let in: the person at the device refused, or nobody answered.'],
] as const)('[RELAY-11] a viewer that was not let in says why, as far as the device does: %s', async (end, text) => {
  const state = { ...FIRST_STATE, access: accessWith(['view']), phase: 'ended', end } as const;
  await render(<ViewerNote state={state} onConnectAgain={() => undefined} />);
  await expect.element(page.getByRole('alert').getByText(text, { exact: true })).toBeVisible();
});

test('[REMOTE-5] a viewer whose approved window is over says so', async () => {
  const state = { ...FIRST_STATE, access: accessWith(['view']), phase: 'ended', end: 'window' } as const;
  await render(<ViewerNote state={state} onConnectAgain={() => undefined} />);
  await expect.element(page.getByRole('alert').getByText('The approved time is over.')).toBeVisible();
});

test.each([
  ['no_display', false, 'The session with Workshop has not begun'],
  ['refused', false, 'The session with Workshop has not begun'],
  ['declined', false, 'The session with Workshop has not begun'],
  ['unanswered', false, 'The session with Workshop has not begun'],
  ['network', true, 'The session with Workshop has ended'],
  ['window', false, 'The session with Workshop has ended'],
] as const)('a viewer that ends with %s says whether the session has begun', async (end, hasViewed, title) => {
  const state = { ...FIRST_STATE, access: accessWith(['view']), phase: 'ended', end, hasViewed } as const;
  await render(<ViewerNote state={state} onConnectAgain={() => undefined} />);
  await expect.element(page.getByRole('alert').getByText(title)).toBeVisible();
});

test.each([
  [false, 'link', 'To the devices'],
  [true, 'button', 'Connect again'],
] as const)(
  'a session that refuses, when its screen was seen before: %s, is opened again by the %s',
  async (hasViewed, role, name) => {
    const state = { ...FIRST_STATE, access: accessWith(['view']), phase: 'ended', end: 'locked', hasViewed } as const;
    await render(<ViewerNote state={state} onConnectAgain={() => undefined} />);
    await expect.element(page.getByRole(role, { name })).toBeVisible();
  },
);

test('[RELAY-12] everybody sees that the device is used on site', async () => {
  await show({ is_local: true });
  await expect.element(page.getByRole('status').getByText(/being used on site/u)).toBeVisible();
});
