import type { DesktopAccess } from '@vigil/shared/contract/remote-desktop/grant';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { ControlStrip } from './control-strip.tsx';
import { ViewerBar } from './viewer-bar.tsx';
import { FIRST_STATE, type ControlState, type ViewerState } from './viewer-session.ts';
import classes from './viewer.module.css';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 800 };
const languages = ['en', 'ko', 'ja'] as const;
const nothing = () => undefined;

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(PHONE.width, PHONE.height);
});
afterEach(() => page.viewport(DESK.width, DESK.height));

const control: ControlState = {
  t: 'control',
  you: 1,
  viewers: [
    { id: 1, name: 'Mina Park', may_control: true },
    { id: 2, name: 'Alexandra Konstantinopoulou-Weatherby', may_control: true },
  ],
  holder: 1,
  epoch: 3,
  requester: null,
};

async function show(language: (typeof languages)[number], change: Partial<ControlState> = {}) {
  const access = {
    device_name: 'Workshop line 4, second hall, next to the gate',
    device_key: btoa('k'.repeat(32)),
    grant: { guid: '00000000-0000-4000-8000-000000000007', rights: ['view', 'input', 'take'] },
  } as unknown as DesktopAccess;
  const state: ViewerState = {
    ...FIRST_STATE,
    phase: 'viewing',
    access,
    control: { ...control, ...change },
    canLock: true,
    hasQualities: true,
    endsAt: Date.now() + 4 * 60_000,
    clipboard: { text: null },
  };
  await render(
    <div className={classes.viewer}>
      <ViewerBar
        state={state}
        zoom="fit"
        onZoom={nothing}
        quality="auto"
        onQuality={nothing}
        layout="device"
        onLayout={nothing}
        onSend={nothing}
        onEnd={nothing}
      />
      <ControlStrip state={state} onSend={nothing} />
    </div>,
    { language },
  );
}

/** All that can be pressed or written into is within the screen, and nothing lies over it. */
async function expectReachable(): Promise<void> {
  await expect.poll(unreachable).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(PHONE.width);
}

const unreachable = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('button, input, select, textarea')]
    .filter((element) => element.checkVisibility() && !element.matches('[aria-hidden=true]'))
    .filter((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const isWithin = left >= 0 && top >= 0 && right <= PHONE.width && bottom <= PHONE.height;
      const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      // What a popover covers is reached again when that is closed.
      const isCovered = above !== null && !element.contains(above) && above.closest('[role=dialog]') === null;
      return !isWithin || isCovered;
    })
    .map((element) => element.textContent || element.outerHTML);

test.each(languages)('on a phone the whole bar can be reached, in %s', async (language) => {
  await show(language);
  await expect.element(page.getByRole('timer')).toBeVisible();
  await expectReachable();
});

const textButton = { en: 'Text and clipboard', ko: '텍스트와 클립보드', ja: 'テキストとクリップボード' } as const;
const takeButton = { en: 'Take over', ko: '제어권 가져오기', ja: '操作権を引き取る' } as const;

test.each(languages)('on a phone text is written and sent in the popover, in %s', async (language) => {
  await show(language);
  await page.getByRole('button', { name: textButton[language] }).click();
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.fill('x'.repeat(1_500));
  await expect.element(page.getByRole('dialog').getByRole('status')).not.toBeEmptyDOMElement();
  await expectReachable();
});

test.each(languages)('on a phone the control is taken over with a reason, in %s', async (language) => {
  await show(language, { holder: 2 });
  await page.getByRole('button', { name: takeButton[language] }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Incident 7');
  await expect.element(page.getByRole('dialog').getByRole('button')).toBeEnabled();
  await expectReachable();
});

test.each(languages)('[RELAY-15] on a phone the locked input is told within the screen, in %s', async (language) => {
  await show(language, { is_locked: true });
  const told = page.getByRole('region').getByRole('status');
  await expect.element(told).toBeVisible();
  const { left, right } = told.element().getBoundingClientRect();
  expect([left >= 0, right <= PHONE.width]).toEqual([true, true]);
  await expectReachable();
});
