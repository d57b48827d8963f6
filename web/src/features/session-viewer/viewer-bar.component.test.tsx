import type { DesktopAccess } from '@vigil/shared/contract/remote-desktop/grant';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { ControlStrip } from './control-strip.tsx';
import type { ViewerAction } from './viewer-action.ts';
import { ViewerBar } from './viewer-bar.tsx';
import { FIRST_STATE, type ControlState, type ViewerState } from './viewer-session.ts';

const DEVICE_KEY = btoa('k'.repeat(32));

const control: ControlState = {
  t: 'control',
  you: 1,
  viewers: [{ id: 1, name: 'Mina', may_control: true }],
  holder: 1,
  epoch: 3,
  requester: null,
};

async function show(change: Partial<ControlState>, more: Partial<ViewerState> = {}) {
  const sent: ViewerAction[] = [];
  const grant = { guid: '00000000-0000-4000-8000-000000000007', rights: ['view', 'input'] };
  const state: ViewerState = {
    ...FIRST_STATE,
    phase: 'viewing',
    access: { device_name: 'Workshop', device_key: DEVICE_KEY, grant } as unknown as DesktopAccess,
    control: { ...control, ...change },
    canLock: true,
    ...more,
  };
  const onSend = (action: ViewerAction) => sent.push(action);
  await render(
    <>
      <ViewerBar
        state={state}
        zoom="fit"
        onZoom={() => undefined}
        quality="auto"
        onQuality={(of) => onSend({ t: 'quality', of })}
        layout="device"
        onLayout={() => undefined}
        onSend={onSend}
        onEnd={() => undefined}
      />
      <ControlStrip state={state} onSend={onSend} />
    </>,
  );
  return sent;
}

test('[RELAY-18] the quality of pictures is chosen where the device knows it, also by who may only view', async () => {
  const sent = await show({ holder: null }, { hasQualities: true });
  const quality = page.getByRole('combobox', { name: 'Picture quality' });
  await quality.selectOptions('Quality: sharp');
  expect(sent).toEqual([{ t: 'quality', of: 'sharp' }]);
});

test('[RELAY-18] an earlier device offers no qualities', async () => {
  await show({}, { hasQualities: false });
  await expect.element(page.getByRole('combobox', { name: 'Picture quality' })).not.toBeInTheDocument();
});

test('[RELAY-15] whoever is in control locks the input of the device', async () => {
  const sent = await show({ is_locked: false });
  await page.getByRole('button', { name: 'Lock input at device', exact: true }).click();
  expect(sent).toEqual([{ t: 'lock', on: true }]);
});

test('[RELAY-15] everybody sees that the input is locked, and whoever is in control unlocks it', async () => {
  const sent = await show({ is_locked: true });
  await expect
    .element(page.getByRole('status').getByText(/Keyboard and mouse at the device are locked/u))
    .toBeVisible();
  await page.getByRole('button', { name: 'Unlock input at device' }).click();
  expect(sent).toEqual([{ t: 'lock', on: false }]);
});

test('[RELAY-15] a viewer that is not in control locks nothing', async () => {
  await show({ holder: null });
  await expect.element(page.getByRole('button', { name: 'Lock input at device', exact: true })).toBeDisabled();
});

test('[RELAY-15] where the agent offers no lock there is no button for it, and a lock that failed is told', async () => {
  await show({}, { canLock: false, news: { t: 'not_locked' } });
  await expect.element(page.getByRole('status').getByText(/could not be locked/u)).toBeVisible();
  expect(page.getByRole('button', { name: /Lock input/u }).elements()).toEqual([]);
});

test('the end of the approved time is told five minutes and one minute before', async () => {
  await show({}, { endsAt: Date.now() + 5 * 60_000 - 500 });
  await expect.element(page.getByRole('status').getByText('The session ends in 5 minutes.')).toBeInTheDocument();
  await expect.element(page.getByText(/^4:5\d left$/u)).toBeVisible();
});

test('an end that is far is counted down in silence', async () => {
  await show({}, { endsAt: Date.now() + 20 * 60_000 });
  await expect.element(page.getByRole('timer')).toBeVisible();
  expect(page.getByText(/The session ends in/u).elements()).toEqual([]);
});
