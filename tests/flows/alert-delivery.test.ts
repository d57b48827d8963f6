// @module-tag slow
import { createHmac } from 'node:crypto';
import { AlertCode } from '@vigil/shared/contract/alert';
import { createChannel } from '@vigil/shared/contract/http/channels';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { listGroups, readGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import { listAlertHistory } from '@vigil/shared/contract/http/histories';
import { listIncidents } from '@vigil/shared/contract/http/incidents';
import { updateProfile } from '@vigil/shared/contract/http/profile';
import { alertCodeOf, alertKindNumbers, alertKindOf } from '@vigil/shared/domain/thresholds';
import postgres from 'postgres';
import { startAgentProcess } from '../support/agent-process.ts';
import { startBusyProcess } from '../support/busy-process.ts';
import { enrolTestAgent, untilOnline } from '../support/enrolled-agent.ts';
import { eventually } from '../support/eventually.ts';
import { startMailbox } from '../support/mailbox.ts';
import type { Stack, StackOptions } from '../support/stack.ts';
import { expect, test } from '../support/system-test.ts';
import { startWatcher } from '../support/watcher.ts';
import { RECEIVER_HOST, startWebhookReceiver, type ReceivedWebhook } from '../support/webhook-receiver.ts';

// Three evaluations, ten seconds apart, and half a minute until the cause of an incident is fixed.
const TOLD = { timeout: 120_000 };
const LINUX = 2;

interface AlertRow {
  readonly device_pk: number;
  readonly alert_code: string;
  readonly ended_at: number | null;
}

interface ToldWebhook {
  readonly event: string;
  readonly text: string;
  readonly incident: { readonly pk: number; readonly alert_kinds: readonly number[] };
}

const read = ({ body }: ReceivedWebhook) => JSON.parse(body) as ToldWebhook;

/** A system whose administrator gets mail, whose channel is a webhook of the test, and which has no thresholds. */
async function startWatchedSystem(start: (options: StackOptions) => Promise<Stack>) {
  await using started = new AsyncDisposableStack();
  const mailbox = started.use(await startMailbox());
  const receiver = started.use(await startWebhookReceiver());
  const stack = await start({ env: { SMTP_URL: mailbox.url, WEBHOOK_ALLOW: RECEIVER_HOST } });
  const client = await stack.signIn();
  const watcher = started.use(await startWatcher(client));
  const alerts: AlertRow[] = [];
  const incidents: { pk: number; state: number | null }[] = [];
  watcher.socket.on('alerts', ({ rows }: { rows: AlertRow[] }) => alerts.push(...rows));
  watcher.socket.on('incidents', ({ rows }: { rows: typeof incidents }) => incidents.push(...rows));

  await client.call(updateProfile, { body: { name: 'lang_code', value: 'en' } });
  await client.call(updateProfile, { body: { name: 'flag_recept_mail', value: 1 } });
  const channel = { kind: 'webhook', name: 'Operations', url: receiver.url } as const;
  const { secret } = (await client.call(createChannel, { body: channel })).objects;
  const [root] = (await client.call(listGroups)).objects;
  const params = { pk: String(root?.pk) };
  const setThreshold = (alert_code: AlertCode, limit: { alert_time: number } | { alert_th_value: number }) =>
    client.call(updateGroup, {
      params,
      body: { update_key: 'alert', alert_code, alert_time: null, alert_th_value: null, ...limit },
    });
  const deleteThreshold = (alert_code: AlertCode) =>
    client.call(updateGroup, { params, body: { delete_key: alert_code } });
  const [{ IW: defaults } = { IW: [] }] = (await client.call(readGroup, { params })).objects;
  for (const { alert_code: code } of defaults) await deleteThreshold(code);

  const sql = postgres(stack.databaseAdminUrl, { max: 1, onnotice: () => undefined });
  started.defer(() => sql.end());
  /** Instead of the minutes in which an incident may begin again, before its end is told. */
  const settleEnds = () =>
    eventually(async () => {
      expect((await client.call(listIncidents, { query: { state: 'open' } })).meta.open_count).toBe(0);
      await sql`update incidents set resolved_at = resolved_at - interval '3 minutes'`;
    }, TOLD);

  const held = started.move();
  return {
    stack,
    client,
    mailbox,
    receiver,
    secret,
    alerts,
    incidents,
    setThreshold,
    deleteThreshold,
    settleEnds,
    webhooks: () => receiver.received.map(read),
    readHistory: async () => (await client.call(listAlertHistory, {})).objects,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const signatureOf = (secret: string, { headers, body }: ReceivedWebhook): string =>
  `sha256=${createHmac('sha256', secret)
    .update(`${String(headers['x-vigil-time'])}.${body}`)
    .digest('hex')}`;

test('an agent under load crosses its threshold: bell, mail and signed webhook arrive, and the history has the end', async ({
  start,
}) => {
  await using system = await startWatchedSystem(start);
  const { client, mailbox, receiver, secret } = system;
  await using _computer = await startAgentProcess(system.stack);
  const device = await eventually(async () => {
    const [found] = (await client.call(listDevices, { query: { search_mode: 'all' } })).objects;
    expect(found?.alive).toBe(1);
    return found!;
  });
  const code = alertCodeOf(device.dev_os_id, alertKindNumbers.cpuUsage)!;
  await using load = startBusyProcess();
  await system.setThreshold(code, { alert_th_value: 1 });

  await eventually(
    () => expect(system.alerts).toContainEqual(expect.objectContaining({ alert_code: code, ended_at: null })),
    TOLD,
  );
  const bell = await eventually(async () => {
    const { objects, meta } = await client.call(listIncidents, { query: { state: 'open' } });
    expect(meta).toMatchObject({ open_count: 1, unseen_count: 1 });
    return objects[0]!;
  });
  expect(bell).toMatchObject({ device_pk: device.pk, alert_kinds: [alertKindNumbers.cpuUsage] });
  await eventually(() => expect(system.incidents).toContainEqual(expect.objectContaining({ pk: bell.pk, state: 0 })));
  await eventually(() => expect(receiver.received).toHaveLength(1), TOLD);
  const [webhook] = receiver.received;
  expect(read(webhook!)).toMatchObject({ event: 'incident.opened', incident: { pk: bell.pk, alert_kinds: [2] } });
  expect(webhook?.headers['x-vigil-signature']).toBe(signatureOf(secret!, webhook!));
  const readers = () =>
    mailbox.received.filter(({ raw }) => raw.includes(`/incidents/${bell.pk}`)).flatMap(({ to }) => to);
  await eventually(() => expect(readers()).toEqual([system.stack.admin.id]), TOLD);

  await load[Symbol.asyncDispose]();
  // What else this computer does may keep it above any value: only without its threshold it ends for certain.
  await system.deleteThreshold(code);
  await system.settleEnds();
  await eventually(() => expect(system.webhooks().map(({ event }) => event)).toContain('incident.resolved'), TOLD);
  await eventually(() => expect(readers()).toHaveLength(2), TOLD);
  expect(await system.readHistory()).toMatchObject([
    { device_pk: device.pk, alert_code: code, ended_at: expect.any(String), incident_pk: bell.pk },
  ]);
  expect(receiver.received).toHaveLength(2);
});

test('the other six types of alerts are told and end', async ({ start }) => {
  await using system = await startWatchedSystem(start);
  const { client } = system;
  const [server, laptop] = [await enrolTestAgent(client, 'Server'), await enrolTestAgent(client, 'Laptop')];
  const crossed = { memory_usage: 96, hdd_usage: 97, cpu_temp: 95, hdd_temp: 70, fan_speed: 100 };
  const fine = { memory_usage: 40, hdd_usage: 30, cpu_temp: 50, hdd_temp: 35, fan_speed: 1_200 };
  let measured = crossed;
  using socket = await server.connect();
  const rest = { cpu_usage: 5, memory_capacity: 100, memory_uses: 50, hdd_capacity: 100, hdd_uses: 50 };
  const report = () => socket.socket.emit('system_usage', { at: Date.now(), ...rest, ...measured });
  const timer = setInterval(report, 2_000);
  using _timer = { [Symbol.dispose]: () => clearInterval(timer) };
  const away = await laptop.connect();
  await untilOnline(client, laptop.pk);
  away[Symbol.dispose]();

  const limits = [
    [alertKindNumbers.disconnected, { alert_time: 1 }],
    [alertKindNumbers.memoryUsage, { alert_th_value: 90 }],
    [alertKindNumbers.diskUsage, { alert_th_value: 90 }],
    [alertKindNumbers.cpuTemperature, { alert_th_value: 85 }],
    [alertKindNumbers.diskTemperature, { alert_th_value: 60 }],
    [alertKindNumbers.fanSpeed, { alert_th_value: 300 }],
  ] as const;
  for (const [kind, limit] of limits) await system.setThreshold(alertCodeOf(LINUX, kind)!, limit);
  const all = limits.map(([kind]) => kind);
  const toldKinds = (event: string) =>
    system
      .webhooks()
      .filter((webhook) => webhook.event === event)
      .flatMap(({ incident }) => incident.alert_kinds)
      .toSorted((a, b) => a - b);
  await eventually(() => expect(toldKinds('incident.opened')).toEqual(all), TOLD);
  await eventually(() => expect(system.mailbox.received.length).toBeGreaterThan(0), TOLD);
  expect(
    system.alerts.map(({ alert_code }) => alertKindOf(AlertCode.parse(alert_code))).toSorted((a, b) => a - b),
  ).toEqual(all);

  measured = fine;
  using _back = await laptop.connect();
  await system.settleEnds();
  await eventually(() => expect(toldKinds('incident.resolved')).toEqual(all), TOLD);
  const history = await system.readHistory();
  expect(history.map(({ alert_code }) => alertKindOf(alert_code)).toSorted((a, b) => a - b)).toEqual(all);
  expect(history.every(({ ended_at }) => ended_at !== null)).toBe(true);
  await eventually(async () =>
    expect((await client.call(listIncidents, { query: { state: 'open' } })).meta.open_count).toBe(0),
  );
});
