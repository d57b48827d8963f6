import { listDevices, updateDevice } from '@vigil/shared/contract/http/devices';
import { withFleetReport } from '../support/fleet-report.ts';
import { connectionChip, deviceList } from './support/device-list.ts';
import { expect, test } from './support/test.ts';

test(
  'without a socket the screen polls, measures keep moving, and nothing is missed when it is back',
  { tags: 'core' },
  async ({ open, stack, simulated, company }) => {
    const page = await open('/en/', { expected: /socket\.io|WebSocket/u });
    let cut = false;
    await page.routeWebSocket(/\/socket\.io\//u, (socket) => void (cut ? socket.close() : socket.connectToServer()));
    await page.route('**/socket.io/**', (route) => (cut ? route.abort() : route.fallback()));
    await page.goto(`${stack.url}/en/device/all`);
    const { cell, heading } = deviceList(page);
    const chip = connectionChip(page);
    const [renamed, quiet] = [simulated.device(0), simulated.device(1)];
    const rename = (alias: string) =>
      company.client.call(updateDevice, { params: { pk: String(renamed.pk) }, body: { alias } });
    await expect(chip).toHaveText('Live');

    cut = true;
    const [gateway] = stack.gateways;
    await gateway?.kill();
    await expect(chip).toContainText('Polling');
    await gateway?.start();
    await simulated.fleet.whenConnected(simulated.devices.length);

    const values = page.locator('.ag-row [col-id="cpu_usage"]');
    const before = await values.allTextContents();
    await rename('Renamed meanwhile');
    await using _off = simulated.turnOff(1);
    await expect(cell(quiet, 'alive')).toHaveText('Offline');
    const onlineDevices = async (): Promise<number> => {
      const { objects } = await company.client.call(listDevices, { query: { search_mode: 'all' } });
      return objects.filter((device) => device.alive === 1).length;
    };
    await withFleetReport({ stack, client: company.client, fleet: simulated.fleet }, async () => {
      await expect.poll(onlineDevices).toBe(11);
      // Another may have been away at the last poll, and the next comes after 12 s.
      await expect(heading).toContainText('11 of 12 online');
    });
    await expect.poll(() => values.allTextContents()).not.toEqual(before);
    await expect(chip).toContainText('Polling');

    cut = false;
    await expect(chip).toContainText('Live');
    await expect(cell(renamed, 'alias')).toContainText('Renamed meanwhile');
    // From here on, nothing is shown that was not pushed.
    await page.route('**/devices/system_usage*', (route) => route.abort());
    await simulated.turnOn(1);
    await expect(cell(quiet, 'alive')).toHaveText('Online');
    await rename('Renamed again');
    await expect(cell(renamed, 'alias')).toContainText('Renamed again');
  },
);
