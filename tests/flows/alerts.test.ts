// @module-tag slow
import { AlertCode } from '@vigil/shared/contract/alert';
import { listOpenAlerts } from '@vigil/shared/contract/http/alerts';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { readGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import { alertCodeOf, alertKindNumbers } from '@vigil/shared/domain/thresholds';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { expect, test } from '../support/system-test.ts';
import { startWatcher } from '../support/watcher.ts';

interface Alert {
  pk: number;
  device_pk: number;
  alert_code: string;
  alert_value: number;
  ended_at: number | null;
}

// One system for the whole life of an alert: workers look at thresholds every 10 s, which is most of the time of this
// test.
test('a crossed threshold alerts the watchers once; the alert is open until its cause is gone, also when that was the last threshold', async ({
  start,
}) => {
  const stack = await start();
  const client = await stack.signIn();
  await using watcher = await startWatcher(client);
  await using _fleet = await startFleetOn(stack, 4);
  const alerts: Alert[] = [];
  watcher.socket.on('alerts', ({ rows }: { rows: Alert[] }) => alerts.push(...rows));

  const { objects: devices } = await client.call(listDevices, { query: { search_mode: 'all' } });
  const [device] = devices;
  const alert_code = AlertCode.parse(alertCodeOf(device?.dev_os_id ?? 0, alertKindNumbers.memoryUsage));
  const params = { pk: String(device?.device_group_fk) };
  const own = () => alerts.filter(({ device_pk }) => device_pk === device?.pk);
  const open = async () => (await client.call(listOpenAlerts, { query: { open: '1' } })).objects;

  const body = { update_key: 'alert' as const, alert_code, alert_time: null, alert_th_value: 1 };
  await client.call(updateGroup, { params, body });
  await eventually(() => expect(own()).toHaveLength(1));
  expect(alerts.every((one) => one.alert_code === alert_code && one.alert_value >= 1)).toBe(true);
  const { objects: groups } = await client.call(readGroup, { params });
  expect(groups[0]?.IW).toContainEqual({ alert_code, alert_time: null, alert_th_value: 1 });
  const [begun] = own();
  expect(begun?.ended_at).toBeNull();
  expect(await open()).toContainEqual(expect.objectContaining({ pk: begun?.pk, device_pk: device?.pk, alert_code }));

  await client.call(updateGroup, { params, body: { delete_key: alert_code } });
  await eventually(() => expect(own()).toHaveLength(2));
  expect(own()[1]).toMatchObject({ pk: begun?.pk, ended_at: expect.any(Number) as number });
  await eventually(async () => expect(await open()).toEqual([]));
});
