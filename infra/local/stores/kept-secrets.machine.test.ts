import { mkdtempDisposable, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadKeptSecrets } from './kept-secrets.ts';

test('secrets are made once for a data folder, and only its owner reads them', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'vigil-secrets-'));
  await using other = await mkdtempDisposable(path.join(tmpdir(), 'vigil-secrets-'));
  const made = await loadKeptSecrets(folder.path);
  expect((await stat(path.join(folder.path, 'services.json'))).mode & 0o777).toBe(0o600);
  expect(await loadKeptSecrets(folder.path)).toEqual(made);
  expect((await loadKeptSecrets(other.path)).roles.secret).not.toBe(made.roles.secret);
});
