import { fstatSync, fsyncSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadSigner } from './signer.ts';
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

test('what is replaced, and what is appended as durable, is on the disk with the name of its file', () => {
  const place = join(folder, 'durable');
  const synced: ('file' | 'folder')[] = [];
  const store = folderStore(place, (file) => {
    synced.push(fstatSync(file).isDirectory() ? 'folder' : 'file');
    fsyncSync(file);
  });
  const syncedBy = (change: () => void) => {
    synced.length = 0;
    change();
    return [...synced];
  };
  expect(syncedBy(() => store.append('x', 'one'))).toEqual([]);
  expect(syncedBy(() => store.append('x', 'two', { isDurable: true }))).toEqual(['file']);
  expect(syncedBy(() => store.append('y', 'one', { isDurable: true }))).toEqual(['file', 'folder']);
  expect(syncedBy(() => store.write('x', 'three'))).toEqual(['file', 'folder']);
});

test('the key file is readable by its owner only, and a second start uses the same key', () => {
  const place = join(folder, 'key');
  const first = loadSigner(folderStore(place));
  expect(loadSigner(folderStore(place)).publicKey).toBe(first.publicKey);
  expect(statSync(join(place, 'agent.key')).mode & 0o777).toBe(0o600);
  expect(statSync(place).mode & 0o777).toBe(0o700);
  expect(readdirSync(place)).toEqual(['agent.key']);
});
