import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../local/runtime.ts';

const SOURCES = '{shared,api,gateway,workers,agent,agent-sim,infra,web}/**/*.{ts,tsx}';

// A rule of the linter would refuse the namespace as well.
test('zod is imported as a namespace, since every process would hold all of it otherwise', async () => {
  const whole: string[] = [];
  let count = 0;
  for await (const file of glob(SOURCES, { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] })) {
    const text = await readFile(path.join(ROOT, file), 'utf8');
    if (/^import \* as z from 'zod';/mu.test(text)) count += 1;
    if (/^import \{[^}]*\bz\b[^}]*\} from 'zod'/mu.test(text)) whole.push(file);
  }
  expect(count).toBeGreaterThan(100);
  expect(whole).toEqual([]);
});
