import { createPublicKey, verify } from 'node:crypto';
import { alive } from '@vigil/shared/contract/events/agent-up/alive';
import { inventory } from '@vigil/shared/contract/events/agent-up/inventory';
import { processes } from '@vigil/shared/contract/events/agent-up/processes';
import { UsageSample } from '@vigil/shared/contract/usage';
import { expect, test } from 'vitest';
import { cpuAt, diskAt } from './load.ts';
import { profileOf } from './profile.ts';
import { seededSigner } from './seeded-signer.ts';
import { SimulatedHost } from './simulated-host.ts';

const NOW = Date.UTC(2026, 10, 18, 1, 0);
const HOUR_MS = 3_600_000;

const hostOf = (index: number, now = () => NOW) =>
  new SimulatedHost(profileOf(1, index), {
    now,
    draw: () => Promise.reject(new Error('not drawn here')),
    wake: () => undefined,
  });

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const indices = Array.from({ length: 600 }, (_, index) => index);

test('seed and index make the machine; another seed makes others', () => {
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

test('10,000 machines have names, addresses and MAC addresses of their own, and all systems are among them', () => {
  const profiles = Array.from({ length: 10_000 }, (_, index) => profileOf(1, index));
  for (const key of ['name', 'mac'] as const)
    expect(new Set(profiles.map((profile) => profile[key])).size).toBe(10_000);
  expect(new Set(profiles.map(({ model }) => model.osId))).toEqual(new Set([1, 2, 3, 4, 5]));
});

test('everything that a machine tells keeps to the contract', () => {
  for (const index of indices) {
    const host = hostOf(index);
    alive.payload.parse({ ...host.facts(), cs_ver: '1' });
    UsageSample.parse({ at: NOW, ...host.usage() });
    inventory.payload.parse(host.inventory());
    processes.payload.parse({ at: NOW, rows: host.processes() });
  }
});

test('office machines work by day and rest by night; servers work evenly', () => {
  const at = (rhythm: string, localHour: number) =>
    mean(
      indices
        .map((index) => profileOf(1, index))
        .filter(({ model }) => model.rhythm === rhythm)
        .map((profile) => cpuAt(profile, Date.UTC(2026, 10, 18, localHour) - profile.site.utcHours * HOUR_MS)),
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

test('a strained machine works at its limit and grows hot within a minute', () => {
  let now = NOW;
  const host = hostOf(0, () => now);
  const calm = host.usage();
  host.strain(true);
  now += 60_000;
  const strained = host.usage();
  expect(strained.cpu_usage).toBeGreaterThan(88);
  expect(strained.cpu_temp).toBeGreaterThan((calm.cpu_temp ?? 0) + 30);
  host.strain(false);
  expect(host.usage().cpu_temp).toBeLessThan(75);
});
