import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMonitorReader } from './sensors.ts';

function monitors() {
  const root = mkdtempSync(join(tmpdir(), 'hwmon-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const add = (name: string, files: Readonly<Record<string, string>>) => {
    mkdirSync(join(root, name));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, name, file), `${text}\n`);
  };
  return { root, add };
}

type Files = Readonly<Record<string, string>>;

/** The readings of some moments, at which a monitor says this. */
function readingsOf(moments: readonly Files[], isPortable = false) {
  const { root, add } = monitors();
  let reader: ReturnType<typeof createMonitorReader> | undefined;
  return moments.map((files) => {
    rmSync(join(root, 'hwmon0'), { recursive: true, force: true });
    add('hwmon0', { name: 'coretemp', ...files });
    reader ??= createMonitorReader(() => 0, { root, isPortable });
    return reader();
  });
}

test.each<[readonly Files[], number | null]>([
  [
    [
      { fan1_input: '1200', fan2_input: '1100', fan3_input: '900' },
      { fan1_input: '1200', fan2_input: '1100', fan3_input: '0' },
    ],
    0,
  ],
  [[{ fan1_input: '1200', fan2_input: '1100', fan3_input: '0' }], 1_100],
  [[{ fan1_input: '0' }], null],
  [[{ fan1_input: '700' }, { fan1_input: '0' }], 0],
  [[{ fan1_input: '1200', fan2_input: '0', fan2_enable: '0' }], 1_200],
  [[{ fan1_input: '65535', fan2_input: '900' }], 900],
  [[{ fan1_input: '4294967295' }], null],
  [[{ fan1_input: 'broken' }], null],
  [[{}], null],
])('the speed of the fans %j is %s in the end', (moments, speed) => {
  expect(readingsOf(moments).at(-1)?.fan_speed).toBe(speed);
});

test('the slowest fan is named by its label, or by its monitor and number', () => {
  const labelled = { fan1_input: '1200', fan2_input: '800', fan2_label: 'Rear fan' };
  expect(readingsOf([labelled, { fan1_input: '600', fan2_input: '800' }]).map(({ fan_name }) => fan_name)).toEqual([
    'Rear fan',
    'coretemp fan1',
  ]);
});

test('a laptop may stop its fan while it is cool, and not while it is hot; any other device may not', () => {
  const moments = [
    { fan1_input: '2000', temp1_input: '70000' },
    { fan1_input: '0', temp1_input: '45000' },
    { fan1_input: '0', temp1_input: '80000' },
  ];
  const speedsOf = (isPortable: boolean) => readingsOf(moments, isPortable).map(({ fan_speed }) => fan_speed);
  expect(speedsOf(true)).toEqual([2_000, null, 0]);
  expect(speedsOf(false)).toEqual([2_000, 0, 0]);
});

test('a second fan of a cool laptop says nothing of the one that has stopped', () => {
  const moments = [
    { fan1_input: '2000', fan2_input: '1800', temp1_input: '70000' },
    { fan1_input: '0', fan2_input: '1800', temp1_input: '80000' },
    { fan1_input: '0', fan2_input: '1800', temp1_input: '45000' },
  ];
  expect(readingsOf(moments, true).map(({ fan_speed }) => fan_speed)).toEqual([1_800, 0, null]);
  expect(readingsOf(moments, false).map(({ fan_speed }) => fan_speed)).toEqual([1_800, 0, 0]);
});

test.each([
  ['-18000', -18],
  ['0', 0],
  ['61250', 61.3],
  ['4294967295', null],
  ['4294967295000', null],
  ['65261000', null],
  ['-128000', null],
  ['127900', null],
  ['', null],
])('a sensor that says %j measures %s °C', (text, temperature) => {
  expect(readingsOf([{ temp1_input: text }])[0]?.cpu_temp).toBe(temperature);
});

test('a broken sensor hides no other one', () => {
  expect(readingsOf([{ temp1_input: '4294967295', temp2_input: '-5000' }])[0]?.cpu_temp).toBe(-5);
});

test('monitors are looked for again when one is gone, and after ten minutes', () => {
  const { root, add } = monitors();
  add('hwmon3', { name: 'coretemp', temp1_input: '60000' });
  let at = 0;
  const read = createMonitorReader(() => at, { root });
  expect(read().cpu_temp).toBe(60);
  renameSync(join(root, 'hwmon3'), join(root, 'hwmon4'));
  expect(read().cpu_temp).toBe(60);
  add('hwmon5', { name: 'nvme', temp1_input: '40000' });
  expect(read().hdd_temp).toBeNull();
  at += 10 * 60_000;
  expect(read().hdd_temp).toBe(40);
  rmSync(join(root, 'hwmon4'), { recursive: true });
  expect(read()).toEqual({ cpu_temp: null, hdd_temp: 40, fan_speed: null });
});

test('monitors that swap their numbers swap no values, and a fan that stops meanwhile is known', () => {
  const { root, add } = monitors();
  const devices = mkdtempSync(join(tmpdir(), 'devices-'));
  onTestFinished(() => rmSync(devices, { recursive: true }));
  const board = { name: 'coretemp', temp1_input: '80000' };
  const disk = { name: 'nvme', temp1_input: '40000' };
  const number = (all: Readonly<Record<string, Files & { name: string }>>) => {
    for (const old of readdirSync(root)) rmSync(join(root, old), { recursive: true });
    for (const [monitor, files] of Object.entries(all)) {
      add(monitor, files);
      mkdirSync(join(devices, files.name), { recursive: true });
      symlinkSync(join(devices, files.name), join(root, monitor, 'device'));
    }
  };
  number({ hwmon1: { ...board, fan1_input: '900' }, hwmon2: { ...disk, fan1_input: '0' } });
  const read = createMonitorReader(() => 0, { root });
  expect(read()).toMatchObject({ cpu_temp: 80, hdd_temp: 40, fan_speed: 900 });
  number({ hwmon1: { ...disk, fan1_input: '0' }, hwmon2: { ...board, fan1_input: '0' } });
  expect(read()).toMatchObject({ cpu_temp: 80, hdd_temp: 40, fan_speed: 0, fan_name: 'coretemp fan1' });
});

test('the name of a fan has no half characters and nothing that no server stores', () => {
  const label = `\0${'A'.repeat(63)}\u{1F300}`;
  expect(readingsOf([{ fan1_input: '900', fan1_label: label }])[0]?.fan_name).toBe('A'.repeat(63));
});
