import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { ROOT } from '../local/runtime.ts';

// Plain transactions are for tests and for what the two paths are made of.
test('the API reads in read-only transactions, and writes by commitChange', async () => {
  const found: Record<string, number> = { plain: 0, read: 0, commitChange: 0 };
  const plain: string[] = [];
  for await (const file of glob('api/src/**/*.ts', {
    cwd: ROOT,
    exclude: ['**/*.test.ts', '**/*.test-support.ts', '**/testing/**'],
  })) {
    const text = await readFile(path.join(ROOT, file), 'utf8');
    if (/\b(?:inCompany|inCompanyOf|outsideCompany)\(/u.test(text)) plain.push(file);
    for (const word of ['read', 'commitChange'])
      found[word] = (found[word] ?? 0) + (text.match(new RegExp(`\\b${word}\\(`, 'gu')) ?? []).length;
  }
  expect(found['read']).toBeGreaterThan(50);
  expect(found['commitChange']).toBeGreaterThan(50);
  expect(plain).toEqual([]);
});
