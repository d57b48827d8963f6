import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDesktopOpener } from '@vigil/agent/open-desktop';
import { startXterm, startXvfb } from '@vigil/agent/testing/xvfb';
import { approveDeviceOrWithdrawApproval, listDevices } from '@vigil/shared/contract/http/devices';
import { createEnrolToken } from '@vigil/shared/contract/http/agents';
import type { Locator, Page } from 'playwright';
import { onTestFinished } from 'vitest';
import { Computer } from '../support/computer.ts';
import { eventually } from '../support/eventually.ts';
import { asSuperuser } from '../support/superuser.ts';
import { createCheck } from './support/axe.ts';
import { takeScreenshots } from './support/camera.ts';
import { addMember } from './support/companies.ts';
import { expect, test } from './support/test.ts';

const README_PICTURE = fileURLToPath(new URL('screens/session.png', import.meta.url));

/** Opens the viewer of a device by the button of its panel. */
async function openViewer(page: Page, alias: string): Promise<Page> {
  const panel = page.getByRole('region', { name: `Device ${alias}` });
  const [viewer] = await Promise.all([
    page.waitForEvent('popup'),
    panel.getByRole('button', { name: 'Remote control' }).click(),
  ]);
  return viewer;
}

const screenOf = (viewer: Page, alias: string) => viewer.getByLabel(`Screen of ${alias}`);

/** What is asked of a canvas; the types of browsers are not known here. */
interface Canvas {
  getContext(kind: '2d'): { getImageData(x: number, y: number, w: number, h: number): { data: Iterable<number> } };
}

/** Red, green and blue of a pixel of the shown screen. */
const pixelOf = (screen: Locator, x: number, y: number): Promise<number[]> =>
  screen.evaluate(
    (element, [left, top]) => {
      const { data } = (element as unknown as Canvas).getContext('2d').getImageData(left, top, 1, 1);
      return [...data].slice(0, 3);
    },
    [x, y] as const,
  );

test(
  '[RELAY-7] [RELAY-8] a browser shows the screen of a device, and what is typed there reaches it',
  { tags: 'core' },
  async ({ open, company, stack }) => {
    await using display = await startXvfb();
    const folder = mkdtempSync(path.join(tmpdir(), 'vigil-remote-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'typed.txt');
    using _terminal = startXterm(display, file);
    const openDesktop = createDesktopOpener({ platform: 'linux', display: display.name });
    using computer = new Computer(stack, { name: 'Workshop', mac: '02:00:00:00:0d:01', openDesktop });
    const { objects: token } = await company.client.call(createEnrolToken, { body: { uses: 1 } });
    await computer.turnOn(token.enrol_token);
    const device = await eventually(async () => {
      const { objects } = await company.client.call(listDevices, { query: { search_mode: 'all' } });
      const found = objects.find(({ guid }) => guid === computer.guid);
      expect(found?.alive).toBe(1);
      return found!;
    });

    const page = await open(`/en/device/all/${device.pk}`);
    const viewer = await openViewer(page, 'Workshop');
    const screen = screenOf(viewer, 'Workshop');
    await expect(screen).toHaveAttribute('data-phase', 'viewing');
    await expect(screen).toHaveAttribute('width', '1280');
    await expect.poll(() => pixelOf(screen, 900, 500)).toEqual([255, 255, 255]);
    await screen.click({ position: { x: 200, y: 200 } });
    await eventually(async () => {
      await viewer.keyboard.type('hello42\n');
      expect(readFileSync(file, { encoding: 'utf8', flag: 'a+' })).toContain('hello42\n');
    });
    await expect(viewer.getByRole('banner')).toContainText(/Key [0-9a-f]{4}( [0-9a-f]{4}){3}/u);

    await company.client.call(approveDeviceOrWithdrawApproval, {
      params: { pk: String(device.pk) },
      body: { approval: 0 },
    });
    await expect(viewer.getByRole('alert')).toContainText('You no longer have the right to use this device');
  },
);

test('a simulated device shows a picture that says so; its session is ended by the user, and its address opens no other', async ({
  open,
  simulated,
}) => {
  const device = simulated.device(2);
  const page = await open(`/en/device/all/${device.pk}`, { expected: /401/u });
  const viewer = await openViewer(page, device.alias);
  const screen = screenOf(viewer, device.alias);
  await expect(screen).toHaveAttribute('data-phase', 'viewing');
  await expect(screen).toHaveAttribute('width', '960');
  // The amber of its first line.
  await expect.poll(() => pixelOf(screen, 44, 44)).not.toEqual([0, 0, 0]);
  await eventually(() => expect(simulated.fleet.counters.sessions).toBe(1));

  await viewer.reload();
  await expect(screen).toHaveAttribute('data-phase', 'viewing');
  const address = viewer.url();
  await viewer.getByRole('button', { name: 'End session' }).click();
  await expect(viewer.getByRole('alert')).toContainText('You have ended it.');
  await eventually(() => expect(simulated.fleet.counters.sessions).toBe(0));

  const again = await viewer.context().newPage();
  await again.goto(address);
  await expect(again.getByRole('alert')).toContainText('This address opens a session once');
});

test('[RELAY-10] two users see one desktop, hand its control over, and an administrator ends a session from the device', async ({
  open,
  simulated,
  company,
  stack,
}) => {
  const device = simulated.device(3);
  const jun = await addMember(stack, company, [company.home]);
  await asSuperuser(stack, (sql) => sql`update users set auth_remotecontrol = 1 where mgrid = ${jun.id}`);
  const [minaPage, junPage] = [
    await open(`/en/device/all/${device.pk}`),
    await open(`/en/device/all/${device.pk}`, { as: await stack.signIn(jun) }),
  ];
  const minaViewer = await openViewer(minaPage, device.alias);
  const minaStrip = minaViewer.getByRole('region', { name: 'Viewers' });
  await expect(minaStrip).toContainText('You are in control');
  const junViewer = await openViewer(junPage, device.alias);
  const junStrip = junViewer.getByRole('region', { name: 'Viewers' });
  await expect(junStrip).toContainText('Mina Park is in control');
  await expect(minaStrip).toContainText('Jun Sato');
  await expect.poll(() => pixelOf(screenOf(minaViewer, device.alias), 44, 44)).not.toEqual([0, 0, 0]);
  const check = createCheck();
  await takeScreenshots(minaViewer, 'session-viewer', {
    settled: () => expect(minaStrip).toContainText('You are in control'),
    axe: { check, phone: true },
  });
  expect(check.found).toEqual([]);
  // As wide as the README shows it.
  await minaViewer.setViewportSize({ width: 1_100, height: 700 });
  if (process.env['UPDATE_SCREENS'] === '1') await minaViewer.screenshot({ path: README_PICTURE });

  await junStrip.getByRole('button', { name: 'Ask for control' }).click();
  await expect(minaStrip.getByRole('alert')).toContainText('Jun Sato asks for control');
  await minaStrip.getByRole('button', { name: 'Hand over' }).click();
  await expect(junStrip).toContainText('You are in control');
  await minaStrip.getByRole('button', { name: 'Take over' }).click();
  await minaStrip.getByLabel('Reason').fill('Incident 7');
  await minaStrip.getByRole('button', { name: 'Take over' }).last().click();
  await expect(junStrip.getByRole('status')).toContainText('Mina Park has taken over: Incident 7');
  await expect(minaStrip).toContainText('You are in control');

  const panel = minaPage.getByRole('region', { name: `Device ${device.alias}` });
  const running = panel.getByRole('note').filter({ hasText: 'Jun Sato controls it since' });
  await running.getByRole('button', { name: 'End session' }).click();
  await minaPage.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
  await expect(junViewer.getByRole('alert')).toContainText('An administrator has ended it.');
  await expect(running).toHaveCount(0);
  await minaViewer.getByRole('button', { name: 'End session' }).click();
  await eventually(() => expect(simulated.fleet.counters.sessions).toBe(0));
});

test('a device without a display says so', async ({ open, company, stack }) => {
  using computer = new Computer(stack, { name: 'Rack', mac: '02:00:00:00:0d:02' });
  const { objects: token } = await company.client.call(createEnrolToken, { body: { uses: 1 } });
  await computer.turnOn(token.enrol_token);
  const pk = await eventually(async () => {
    const { objects } = await company.client.call(listDevices, { query: { search_mode: 'all' } });
    const found = objects.find(({ guid }) => guid === computer.guid);
    expect(found?.alive).toBe(1);
    return found!.pk;
  });
  const page = await open(`/en/device/all/${pk}`);
  const viewer = await openViewer(page, 'Rack');
  await expect(viewer.getByRole('alert')).toContainText('The device has no screen that its agent can read.');
});
