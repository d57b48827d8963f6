import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../local/runtime.ts';

const TESTS = '{shared,api,gateway,workers,agent,agent-sim,infra,tests/support}/**/*.test.ts';
const OF_ANOTHER_PROJECT = /\.(machine|pg|system)\.test\.ts$/u;
const MACHINE =
  /from '(node:(child_process|net|https?|tls)|socket\.io-client|\S*support\/(redis|redis-test|sockets|programs|stores|stack)\.ts|\S*testing\/(test-agent|test-gateway|eventually)(\.ts)?)'/u;

// They have no second try, so that nothing in them may depend on what else the machine does.
test('tests that open sockets, start programs or wait for the clock are not those of the project "unit"', async () => {
  const onTheMachine: string[] = [];
  let count = 0;
  for await (const file of glob(TESTS, { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] })) {
    if (OF_ANOTHER_PROJECT.test(file)) continue;
    count += 1;
    const text = await readFile(path.join(ROOT, file), 'utf8');
    if (MACHINE.test(text)) onTheMachine.push(file);
  }
  expect(count).toBeGreaterThan(50);
  expect(onTheMachine).toEqual([]);
});
