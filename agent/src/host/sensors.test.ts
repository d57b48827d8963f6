import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMonitorReader, findSensorFiles, readSensors } from './sensors.ts';

function monitors() {
  const root = mkdtempSync(join(tmpdir(), 'hwmon-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const add = (name: string, files: Readonly<Record<string, string>>) => {
    mkdirSync(join(root, name));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, name, file), `${text}\n`);
  };
  return { root, add };
}

const readingsOf = (files: Readonly<Record<string, string>>) => {
  const { root, add } = monitors();
  add('hwmon0', { name: 'coretemp', ...files });
  return readSensors(findSensorFiles(root));
};

test.each<[Readonly<Record<string, string>>, number | null]>([
  [{ fan1_input: '0' }, 0],
  [{ fan1_input: '1200', fan2_input: '1100', fan3_input: '0' }, 0],
  [{ fan1_input: '1200', fan2_input: '1100' }, 1_100],
  [{ fan1_input: '1200', fan2_input: '0', fan2_enable: '0' }, 1_200],
  [{ fan1_input: '65535', fan2_input: '900' }, 900],
  [{ fan1_input: '4294967295' }, null],
  [{ fan1_input: 'broken' }, null],
  [{}, null],
])('the speed of the fans %j is %s', (files, speed) => {
  expect(readingsOf(files).fan_speed).toBe(speed);
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
  expect(readingsOf({ temp1_input: text }).cpu_temp).toBe(temperature);
});

test('a broken sensor hides no other one', () => {
  expect(readingsOf({ temp1_input: '4294967295', temp2_input: '-5000' }).cpu_temp).toBe(-5);
});

test('monitors are looked for again when one is gone, and after ten minutes', () => {
  const { root, add } = monitors();
  add('hwmon3', { name: 'coretemp', temp1_input: '60000' });
  let at = 0;
  const read = createMonitorReader(() => at, root);
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
