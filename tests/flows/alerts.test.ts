// @module-tag slow
import { AlertCode } from '@vigil/shared/contract/alert';
import { listOpenAlerts } from '@vigil/shared/contract/http/alerts';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { readGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import { alertCodeOf, alertKinds } from '@vigil/shared/domain/thresholds';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { expect, test } from '../support/system-test.ts';
import { startWatcher } from '../support/watcher.ts';

interface Alert {
  device_pk: number;
  alert_code: string;
  alert_value: number;
}

test('a crossed threshold alerts the watchers once', async ({ start }) => {
  const stack = await start();
  const client = await stack.signIn();
  await using watcher = await startWatcher(client);
  await using _fleet = await startFleetOn(stack, 4);
  const alerts: Alert[] = [];
  watcher.socket.on('alerts', ({ rows }: { rows: Alert[] }) => alerts.push(...rows));

  const { objects: devices } = await client.call(listDevices, { query: { search_mode: 'all' } });
  const [device] = devices;
  const letter = ' WLMAI'[device?.dev_os_id ?? 0];
  const code = AlertCode.parse(`I${letter}3`);
  const params = { pk: String(device?.device_group_fk) };
  const body = { update_key: 'alert' as const, alert_code: code, alert_time: null, alert_th_value: 1 };
  await client.call(updateGroup, { params, body });

  await eventually(() => expect(alerts.some((one) => one.device_pk === device?.pk)).toBe(true), { timeout: 25_000 });
  expect(alerts.every((one) => one.alert_code === code && one.alert_value >= 1)).toBe(true);
  const { objects: groups } = await client.call(readGroup, { params });
  expect(groups[0]?.IW).toEqual([{ alert_code: code, alert_time: null, alert_th_value: 1 }]);
});

test('an alert is open until its cause is gone, also when that was the last threshold', async ({ start }) => {
  const stack = await start();
  const client = await stack.signIn();
  await using watcher = await startWatcher(client);
  await using _fleet = await startFleetOn(stack, 1);
  const rows: { pk: number; ended_at: number | null }[] = [];
  watcher.socket.on('alerts', (batch: { rows: typeof rows }) => rows.push(...batch.rows));
  const { objects: devices } = await client.call(listDevices, { query: { search_mode: 'all' } });
  const [device] = devices;
  const alert_code = AlertCode.parse(alertCodeOf(device?.dev_os_id ?? 0, alertKinds.memoryUsage));
  const params = { pk: String(device?.device_group_fk) };
  const open = async () => (await client.call(listOpenAlerts, { query: { open: '1' } })).objects;

  await client.call(updateGroup, {
    params,
    body: { update_key: 'alert', alert_code, alert_time: null, alert_th_value: 1 },
  });
  await eventually(() => expect(rows).toHaveLength(1), { timeout: 25_000 });
  expect(await open()).toMatchObject([{ pk: rows[0]?.pk, device_pk: device?.pk, alert_code }]);
  expect(rows[0]?.ended_at).toBeNull();

  await client.call(updateGroup, { params, body: { delete_key: alert_code } });
  await eventually(() => expect(rows).toHaveLength(2), { timeout: 25_000 });
  expect(rows[1]).toMatchObject({ pk: rows[0]?.pk, ended_at: expect.any(Number) as number });
  expect(await open()).toEqual([]);
});
