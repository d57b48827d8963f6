import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../local/runtime.ts';

const GUIDES =
  '{README.md,agent/README.md,agent/src/config.ts,agent-sim/src/config.ts,agent/service/*,docs/**/*.md,infra/downloads/install/*}';

// Other users of a computer see the arguments of its programs, and a token enrols whom it is given to.
test('no guide puts an enrolment token on a command line', async () => {
  const found: string[] = [];
  for await (const file of glob(GUIDES, { cwd: ROOT })) {
    const lines = (await readFile(path.join(ROOT, file), 'utf8')).split('\n').map((line) => line.trim());
    // Behind a program or other options.
    const unsafe = lines.filter((line) => /. (?:--enrol|-Enrol) "?(?:TOKEN|\$Enrol)\b/u.test(line));
    found.push(...unsafe.filter((line) => !/other users/u.test(line)).map((line) => `${file}: ${line}`));
  }
  expect(found).toEqual([]);
});
