import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { removals } from '../enforcements/removals.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const Report = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ title: z.string(), status: z.string() })) })),
});

/** The titles of the tests that fail in the product without its enforcements. */
async function failures(folder: string): Promise<string[]> {
  const outputFile = path.join(folder, 'report.json');
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const args = [
    'run',
    '--config',
    'tests/enforcements/vitest.config.ts',
    '--reporter=json',
    `--outputFile=${outputFile}`,
  ];
  const child = spawn(process.execPath, [vitest, ...args], { cwd: root, stdio: 'ignore' });
  onTestFinished(() => void child.kill());
  await once(child, 'exit');
  const { testResults } = Report.parse(JSON.parse(await readFile(outputFile, 'utf8')));
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ title }) => title);
}

test('without its enforcement the test of each function setting fails', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigil-enforcements-'));
  try {
    const failed = await failures(folder);
    expect(removals.map(({ noticedBy }) => noticedBy).filter((title) => !failed.includes(title))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
