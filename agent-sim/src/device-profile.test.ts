import { createPublicKey, verify } from 'node:crypto';
import { inventory } from '@vigil/shared/contract/events/agent-up/inventory';
import { systemInfoReport } from '@vigil/shared/contract/events/agent-up/system-info-report';
import { processes } from '@vigil/shared/contract/events/agent-up/usage';
import { UsageSample } from '@vigil/shared/contract/usage';
import { expect, test } from 'vitest';
import { profileOf } from './device-profile.ts';
import { seededSigner } from './seeded-signer.ts';
import { SimulatedHost } from './simulated-host.ts';
import { cpuAt, diskAt } from './usage-curves.ts';

const NOW = Date.UTC(2026, 10, 18, 1, 0);
const HOUR_MS = 3_600_000;

const hostOf = (index: number, now = () => NOW) =>
  new SimulatedHost(profileOf(1, index), {
    now,
    render: () => Promise.reject(new Error('no frames in this test')),
    wake: () => undefined,
  });

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const indices = Array.from({ length: 600 }, (_, index) => index);

test('seed and index determine the device; another seed gives other devices', () => {
  expect(profileOf(1, 42)).toEqual(profileOf(1, 42));
  expect(profileOf(2, 42).key).not.toBe(profileOf(1, 42).key);
  expect(seededSigner(1, 42).publicKey).toBe(seededSigner(1, 42).publicKey);
  expect(seededSigner(1, 43).publicKey).not.toBe(seededSigner(1, 42).publicKey);
});

test('a derived key signs like any other', () => {
  const signer = seededSigner(1, 5);
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(signer.publicKey, 'base64')]),
    format: 'der',
    type: 'spki',
  });
  expect(verify(null, Buffer.from('text'), key, Buffer.from(signer.sign('text'), 'base64'))).toBe(true);
});

test('10,000 devices have unique names and MAC addresses, and every operating system is among them', () => {
  const profiles = Array.from({ length: 10_000 }, (_, index) => profileOf(1, index));
  for (const key of ['name', 'mac'] as const)
    expect(new Set(profiles.map((profile) => profile[key])).size).toBe(10_000);
  expect(new Set(profiles.map(({ model }) => model.osId))).toEqual(new Set([1, 2, 3, 4, 5]));
});

test('everything that a simulated device reports conforms to the contract', () => {
  for (const index of indices) {
    const host = hostOf(index);
    systemInfoReport.payload.parse({ ...host.systemInfo(), cs_ver: '1' });
    UsageSample.parse({ at: NOW, ...host.usage() });
    inventory.payload.parse(host.inventory());
    processes.payload.parse({ at: NOW, rows: host.processes() });
  }
});

test('office devices are busy by day and idle at night; servers have an even load', () => {
  const at = (rhythm: string, localHour: number) =>
    mean(
      indices
        .map((index) => profileOf(1, index))
        .filter(({ model }) => model.rhythm === rhythm)
        .map((profile) => cpuAt(profile, Date.UTC(2026, 10, 18, localHour) - profile.location.utcHours * HOUR_MS)),
    );
  expect(at('office', 10)).toBeGreaterThan(at('office', 3) * 4);
  expect(Math.abs(at('flat', 10) - at('flat', 3))).toBeLessThan(5);
});

test('disks fill slowly', () => {
  const profile = profileOf(1, 3);
  const grown = diskAt(profile, NOW + 24 * HOUR_MS) - diskAt(profile, NOW);
  expect(grown).toBeGreaterThan(0);
  expect(grown).toBeLessThan(0.5);
});

test('a device under stress runs at full load and heats up within a minute', () => {
  let now = NOW;
  const host = hostOf(0, () => now);
  const calm = host.usage();
  host.startStress();
  now += 60_000;
  const stressed = host.usage();
  expect(stressed.cpu_usage).toBeGreaterThan(88);
  expect(stressed.cpu_temp).toBeGreaterThan((calm.cpu_temp ?? 0) + 30);
  const loads = host.processes().map(({ cpu_usage }) => cpu_usage ?? 0);
  const all = loads.reduce((sum, load) => sum + load, 0);
  expect(loads[0]).toBeGreaterThan(all / 2);
  expect(all).toBeCloseTo(stressed.cpu_usage ?? 0, 0);
  host.endStress();
  expect(host.usage().cpu_temp).toBeLessThan(75);
});
