import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openSigner } from './signer.ts';
import { folderStore, memoryStore } from './state-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'vigil-agent-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ['folder', () => folderStore(join(folder, 'a', 'b'))],
  ['memory', memoryStore],
])('%s store', (_name, open) => {
  test('reads, replaces, appends and removes', () => {
    const store = open();
    expect(store.read('x')).toBeNull();
    store.write('x', 'one');
    store.write('x', 'two');
    store.append('x', '+');
    expect(store.read('x')).toBe('two+');
    store.remove('x');
    store.remove('x');
    expect(store.read('x')).toBeNull();
  });
});

test('the key file is readable by its owner only, and a second start uses the same key', () => {
  const place = join(folder, 'key');
  const first = openSigner(folderStore(place));
  expect(openSigner(folderStore(place)).publicKey).toBe(first.publicKey);
  expect(statSync(join(place, 'agent.key')).mode & 0o777).toBe(0o600);
  expect(statSync(place).mode & 0o777).toBe(0o700);
  expect(readdirSync(place)).toEqual(['agent.key']);
});
