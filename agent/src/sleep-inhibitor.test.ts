import { expect, test } from 'vitest';
import { silentLog } from './log.ts';
import { RemoteSessionSleepInhibitor } from './sleep-inhibitor.ts';
import { noDemands } from './testing/agent-policies.ts';
import { FakeHost } from './testing/fake-host.ts';

function start() {
  const host = new FakeHost();
  const settings = { current: { policies: noDemands } };
  const reported: (boolean | null)[] = [];
  const awake: RemoteSessionSleepInhibitor = new RemoteSessionSleepInhibitor({
    host,
    settings,
    log: silentLog,
    onChanged: () => reported.push(awake.couldKeepAwake),
  });
  const apply = (display_power_save: 0 | 1, system_power_save: 0 | 1) => {
    settings.current = { policies: { ...noDemands, display_power_save, system_power_save } };
    awake.update();
  };
  return { host, awake, apply, reported };
}

const both = { display: true, system: true };

test('display and system are kept awake while a session runs, and not otherwise', () => {
  const { host, awake } = start();
  expect([awake.couldKeepAwake, host.awake]).toEqual([null, []]);
  awake.setInUse(true);
  awake.setInUse(true);
  expect([awake.couldKeepAwake, host.awake]).toEqual([true, [both]]);
  awake.setInUse(false);
  expect(host.awake).toEqual([]);
});

test('display_power_save 1 lets the display sleep, system_power_save 1 the system, each alone', () => {
  const { host, awake, apply } = start();
  awake.setInUse(true);
  apply(1, 0);
  expect(host.awake).toEqual([{ display: false, system: true }]);
  apply(0, 1);
  expect(host.awake).toEqual([{ display: true, system: false }]);
  apply(1, 1);
  expect(host.awake).toEqual([]);
  apply(0, 0);
  expect(host.awake).toEqual([both]);
});

test('a device that cannot be kept awake says so, and again when it can', () => {
  const { host, awake, reported } = start();
  host.sleepReason = 'no tool';
  awake.setInUse(true);
  awake.setInUse(false);
  expect(reported).toEqual([true, false]);
  host.sleepReason = null;
  awake.setInUse(true);
  expect(reported).toEqual([true, false, true]);
});
