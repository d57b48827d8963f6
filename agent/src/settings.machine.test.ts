import type { AgentPolicies } from '@vigil/shared/contract/events/agent-down/settings';
import { agentCommandTypes } from '@vigil/shared/contract/names';
import { expect, test } from 'vitest';
import type { Agent, AgentOptions } from './agent.ts';
import { systemClock, type Clock } from './clock.ts';
import { createLog, silentLog } from './log.ts';
import { LastReceivedSettings } from './settings.ts';
import { memoryStore } from './state-store.ts';
import { eventually } from './testing/eventually.ts';
import { FakeHost } from './testing/fake-host.ts';
import { createTestAgent } from './testing/test-agent.ts';
import { TestGateway } from './testing/test-gateway.ts';

const policies: AgentPolicies = {
  capture: 0,
  display_power_save: 1,
  system_power_save: 1,
  vaccine: 'any',
  file_transfer: 0,
  security_agreement: 1,
  min_os_major: 10,
  min_os_minor: 0,
  agent_restart_time: 4,
};

async function connected(gateway: TestGateway, options: Partial<AgentOptions> = {}): Promise<Agent> {
  const agent = createTestAgent(gateway, options);
  await agent.start();
  await eventually(() => agent.state === 'connected' && gateway.received.alive.length > 0);
  return agent;
}

const reportedVersions = (gateway: TestGateway) => gateway.received.alive.map(({ config_version }) => config_version);

/** Waits until the agent has handled everything that was sent before: it handles messages in order. */
const handled = (gateway: TestGateway) => gateway.command({ type: 'process_list', args: {} });

/** The settings that result from a configuration. */
function settingsOf(config: Record<string, unknown>) {
  const settings = new LastReceivedSettings({ store: memoryStore(), log: silentLog, onApplied: () => undefined });
  settings.apply({ version: 1, refresh_interval: 5, img_refresh_interval: 5, config });
  return settings.current;
}

test('no version is reported before settings arrive; an applied version is reported at once', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  gateway.sendSettings({ version: 7 });
  await eventually(() => gateway.received.alive.length === 2);
  expect(reportedVersions(gateway)).toEqual([undefined, 7]);
});

test('the same settings again are no work; a lower version of a restored server is applied', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  gateway.sendSettings({ version: 7 });
  await eventually(() => reportedVersions(gateway).includes(7));
  gateway.sendSettings({ version: 7 });
  await handled(gateway);
  gateway.sendSettings({ version: 3 });
  await eventually(() => reportedVersions(gateway).includes(3));
  expect(reportedVersions(gateway)).toEqual([undefined, 7, 3]);
});

test('other settings under the same version are applied: the server is the truth', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  gateway.sendSettings({ version: 7 });
  gateway.sendSettings({ version: 7, refresh_interval: 0.2 });
  await eventually(() => gateway.received.system_usage.length >= 4);
});

test('settings survive a restart and are reported with the first alive', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  {
    await using _agent = await connected(gateway, { store });
    gateway.sendSettings({ version: 7, refresh_interval: 0.2, policies });
    await eventually(() => reportedVersions(gateway).includes(7));
  }
  const before = gateway.received.alive.length;
  await using _next = await connected(gateway, { store });
  await eventually(() => gateway.received.alive.length > before);
  expect(reportedVersions(gateway).at(-1)).toBe(7);
});

test('unreadable stored settings count as none', () => {
  const store = memoryStore();
  store.write('settings.json', '{"version":');
  const { current } = new LastReceivedSettings({ store, log: silentLog, onApplied: () => undefined });
  expect(current).toMatchObject({ version: null, refreshMs: 5_000, policies: null });
});

test('a deleted device loses its settings', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  await using agent = await connected(gateway, { store });
  gateway.sendSettings({ version: 7 });
  await eventually(() => store.read('settings.json'));
  gateway.refuse = () => ({ code: 'agent_deleted' });
  gateway.apiProblem = { status: 401, code: 'agent_deleted' };
  gateway.socket.emit('deleted', { reason: 'test' });
  await agent.ended;
  expect(store.read('settings.json')).toBeNull();
});

test('the configuration of the device wins over the general intervals; invalid values count as not configured', () => {
  expect(settingsOf({})).toMatchObject({ refreshMs: 5_000, minFrameIntervalMs: 0, maxFrameQuality: 60 });
  const config = { refresh_interval: 2, img_refresh_interval: 8, capture_quality: 40, log_level: 'warn' };
  const configured = { refreshMs: 2_000, minFrameIntervalMs: 8_000, maxFrameQuality: 40, logLevel: 'warn' };
  expect(settingsOf(config)).toMatchObject(configured);
  const invalid = { refresh_interval: 'often', capture_quality: 900, log_level: 'loud', allowed_commands: 5 };
  expect(settingsOf(invalid)).toEqual(settingsOf({}));
});

test('the pace of frames stays with the viewers for the default interval and shorter ones', () => {
  for (const img_refresh_interval of [5, 2]) expect(settingsOf({ img_refresh_interval }).minFrameIntervalMs).toBe(0);
});

test('the hour of the restart is that of the configuration over that of the company, also when it is "never"', () => {
  const hourOf = (config: Record<string, unknown>) => {
    const settings = new LastReceivedSettings({ store: memoryStore(), log: silentLog, onApplied: () => undefined });
    settings.apply({ version: 1, refresh_interval: 5, img_refresh_interval: 5, config, policies });
    return settings.current.restartHour;
  };
  expect([{}, { agent_restart_time: 6 }, { agent_restart_time: null }, { agent_restart_time: 24 }].map(hourOf)).toEqual(
    [4, 6, null, 4],
  );
});

test.each([
  ['all', agentCommandTypes.length],
  [['reboot', 'wol'], 2],
  ['reboot, wol, dance', 2],
  [[], 0],
])('allowed_commands %o allows %i commands', (allowed_commands, count) => {
  expect(settingsOf({ allowed_commands }).allowedCommands.size).toBe(count);
});

test('a command that the configuration does not allow is refused and not run', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  await using _agent = await connected(gateway, { host });
  gateway.sendSettings({ version: 1, config: { allowed_commands: ['process_list'] } });
  const args = { mac_addr: '02:00:00:00:00:09', target_device_pk: 9 };
  expect(await gateway.command({ type: 'wol', args })).toMatchObject({
    ok: false,
    state: 'failed',
    error: { code: 'command_disabled' },
  });
  expect(host.woken).toEqual([]);
  expect(await gateway.command({ type: 'process_list', args: {} })).toMatchObject({ ok: true });
});

test('frames keep to the configured quality and to an interval that is longer than the default', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  const tenfold: Clock = { ...systemClock, after: (ms, run) => systemClock.after(ms / 10, run) };
  await using _agent = await connected(gateway, { host, clock: tenfold });
  gateway.sendSettings({ version: 1, config: { capture_quality: 30, img_refresh_interval: 6 } });
  gateway.socket.emit('capture', { on: true, width: 200, interval_ms: 200, quality: 55 });
  const began = Date.now();
  await eventually(() => gateway.frames.length >= 3);
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_100);
  expect(host.frames[0]).toEqual({ width: 200, quality: 30, format: 'jpg' });
});

test('blur_regions are hidden at once, and the whole screen while they are not understood', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  await using _agent = await connected(gateway, { host });
  gateway.socket.emit('capture', { on: true, width: 200, interval_ms: 60_000, quality: 55, same: true });
  await eventually(() => gateway.frames.length === 1);
  expect(host.regions).toEqual([]);
  const region = { x: 10, y: 0, width: 50, height: 12.5 };
  gateway.sendSettings({ version: 1, config: { blur_regions: [{ ...region, shape: 'later' }] } });
  await eventually(() => gateway.frames.length === 2);
  expect(host.regions).toEqual([region]);
  gateway.sendSettings({ version: 2, config: { blur_regions: 'later' } });
  await eventually(() => gateway.frames.length === 3);
  expect(host.regions).toEqual([{ x: 0, y: 0, width: 100, height: 100 }]);
});

test('capture_never stops frames at once, and its end lets the current viewers see them again', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  await using _agent = await connected(gateway, { host });
  gateway.socket.emit('capture', { on: true, width: 200, interval_ms: 200, quality: 55 });
  await eventually(() => gateway.frames.length > 0);
  gateway.sendSettings({ version: 1, refresh_interval: 0.2, config: { capture_never: 1 } });
  await handled(gateway);
  const captured = host.captures.length;
  const samples = gateway.received.system_usage.length;
  await eventually(() => gateway.received.system_usage.length > samples + 3);
  expect(host.captures.length).toBe(captured);
  gateway.sendSettings({ version: 2 });
  await eventually(() => host.captures.length > captured);
});

test('the policy capture 0 does not stop thumbnails', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  gateway.sendSettings({ version: 1, policies });
  gateway.socket.emit('capture', { on: true, width: 200, interval_ms: 200, quality: 55 });
  await eventually(() => gateway.frames.length >= 2);
});

test('log entries below the configured level are dropped', () => {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const settings = new LastReceivedSettings({ store: memoryStore(), log, onApplied: () => undefined });
  log.debug('dropped');
  log.info('written', { count: 1 });
  settings.apply({ version: 1, refresh_interval: 5, img_refresh_interval: 5, config: { log_level: 'warn' } });
  log.info('dropped');
  log.warn('written');
  expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual(['info written count=1', 'warn written']);
});
