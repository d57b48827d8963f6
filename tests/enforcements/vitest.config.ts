import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { removals } from './removals.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The product without the enforcement of its function settings. */
const removeEnforcements = {
  name: 'remove-enforcements',
  enforce: 'pre' as const,
  transform(code: string, id: string): string {
    return removals
      .filter(({ file }) => id === `${root}${file}`)
      .reduce((text, { from, to }) => text.replace(from, to), code);
  },
};

export default defineConfig({
  root,
  plugins: [removeEnforcements],
  test: {
    include: [
      'api/src/policies-enforced.pg.test.ts',
      'workers/src/housekeeping/delete-old-history.pg.test.ts',
      'agent/src/{sleep-inhibitor,policy-report,daily-agent-restart}.test.ts',
    ],
    globalSetup: 'tests/support/global-setup.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
