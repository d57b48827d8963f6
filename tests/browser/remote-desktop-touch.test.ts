import { FakeDesktop } from '@vigil/agent/testing/fake-desktop';
import { Computer } from '../support/computer.ts';
import { enrolComputer } from './support/enrol-computer.ts';
import { expect, test } from './support/test.ts';
import { createTouch } from './support/touch.ts';

test('on a phone fingers press, drag and scroll at the device, and the bar has the keys that a phone lacks', async ({
  open,
  company,
  stack,
}) => {
  const desktop = new FakeDesktop({ width: 400, height: 300 });
  const openDesktop = () => Promise.resolve(desktop);
  using computer = new Computer(stack, { name: 'Kiosk', mac: '02:00:00:00:0d:07', openDesktop });
  const pk = await enrolComputer(computer, company);
  const page = await open(`/en/device/all/${pk}`);
  const panel = page.getByRole('region', { name: 'Device Kiosk' });
  await panel.getByRole('button', { name: 'Remote control' }).click();
  const inBrowser = page.getByRole('dialog').getByRole('button', { name: 'In the browser' });
  const [viewer] = await Promise.all([page.waitForEvent('popup'), inBrowser.click()]);
  await viewer.setViewportSize({ width: 390, height: 844 });
  const touch = await createTouch(viewer);
  const screen = viewer.getByLabel('Screen of Kiosk');
  await expect(screen).toHaveAttribute('data-phase', 'viewing');
  /** What was done at the device since the last look, once it is that much. */
  const done = async (count: number) => {
    await expect.poll(() => desktop.done.length).toBeGreaterThanOrEqual(count);
    return desktop.done.splice(0);
  };

  const bar = viewer.getByRole('toolbar', { name: 'Keys of the device' });
  await expect(bar).toBeVisible();
  await touch.tap(screen);
  expect(await done(3)).toEqual([expect.stringMatching(/^to (199|200) (149|150)$/u), 'button 0 down', 'button 0 up']);

  await touch.move(screen, { x: 80, y: 0 });
  await expect.poll(() => desktop.done.at(-1)).toBe('button 0 up');
  const [start = '', pressed, ...rest] = await done(4);
  expect(start).toMatch(/^to (199|200) /u);
  expect(pressed).toBe('button 0 down');
  const [, x = ''] = /^to (\d+) /u.exec(rest.at(-2) ?? '') ?? [];
  expect(Number(x)).toBeGreaterThan(260);

  await touch.move(screen, { x: 0, y: -200 }, { fingers: 2 });
  expect(await done(1)).toContainEqual(expect.stringMatching(/^wheel 0 [1-9]/u));

  await bar.getByRole('button', { name: 'Escape' }).click();
  expect(await done(2)).toEqual(['Escape down', 'Escape up']);
  await bar.getByRole('button', { name: 'Ctrl' }).click();
  await bar.getByRole('textbox').pressSequentially('c');
  expect(await done(4)).toEqual(['ControlLeft down', 'KeyC down as c', 'KeyC up', 'ControlLeft up']);
  await bar.getByRole('textbox').pressSequentially('É');
  expect(await done(1)).toEqual(['text É']);
  await viewer.getByRole('button', { name: 'End session' }).click();
});
