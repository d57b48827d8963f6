import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { functionSettingLimits } from '@vigil/shared/contract/function-settings-rules';
import { expect, test } from 'vitest';
import { removals } from '../../tests/enforcements/removals.ts';
import enforcements from '../../tests/enforcements/vitest.config.ts';
import { ROOT } from '../local/runtime.ts';

// The run without enforcements is slow and rare: what it names has to be found in every run, or it would rot.
test.each(removals)('the enforcement "$noticedBy" is where the list says, once', async ({ file, from }) => {
  const source = await readFile(path.join(ROOT, file), 'utf8');
  expect(source.split(from)).toHaveLength(2);
});

test('every function setting has an enforcement in the list', () => {
  const titles = removals.map(({ noticedBy }) => noticedBy.split(':')[0]);
  for (const field of [...Object.keys(functionSettingLimits), 'statistics_delete_period'])
    expect(titles).toContain(`${field} is in force`);
});

test.each(enforcements.test?.include ?? [])('the run without enforcements finds %s', async (pattern) => {
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: ROOT })) files.push(file);
  expect(files).not.toEqual([]);
});
