import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS } from './infra/local/processes/chromium.ts';
import { LongestFirst } from './infra/test-runner/longest-first.ts';
import { scaledTimeout } from './tests/support/scaled-timeout.ts';

const NEVER = ['**/node_modules/**', '**/dist/**', '**/.data/**'];
const PACKAGES = '{shared,api,gateway,relay,workers,agent,agent-sim,infra,tests/support,tests/flows}';
/**
 * `npm test` runs the core tests of whole systems and all others that are not slow; `npm test -- all` runs everything.
 */
const TAGS = [
  { name: 'core', description: 'a test of a whole system that every run includes' },
  { name: 'slow', description: 'a test that only `npm test -- all` includes' },
];
const GLOBAL_SETUP = 'tests/support/global-setup.ts';

// All of it runs side by side, also on a machine that does something else: these limits measure nothing.
const STUCK_MS = scaledTimeout(300_000);
const ENDS_WHAT_HANGS = { testTimeout: STUCK_MS, hookTimeout: STUCK_MS };

/** Half of a test is waiting, for a timer, a database or another process. The test runner knows what goes on beside. */
const WORKERS = Number(process.env['TEST_WORKERS'] ?? Math.ceil(availableParallelism() * 1.5));
/** Their tests are of whole systems, each of several processes. */
const SYSTEM_WORKERS = Math.min(2, WORKERS);

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          tags: TAGS,
          include: [`${PACKAGES}/**/*.test.ts`],
          exclude: [...NEVER, '**/*.{machine,pg,system}.test.ts', 'tests/flows/**'],
          // A module is read once for all files of a worker, which a fifth of the time went into.
          isolate: false,
          ...ENDS_WHAT_HANGS,
        },
      },
      {
        test: {
          // Modules on the sockets, programs and clock of this machine, which others keep busy.
          name: 'machine',
          tags: TAGS,
          include: [`${PACKAGES}/**/*.machine.test.ts`],
          exclude: NEVER,
          isolate: false,
          ...ENDS_WHAT_HANGS,
        },
      },
      {
        test: {
          name: 'web',
          tags: TAGS,
          include: ['web/src/**/*.test.{ts,tsx}'],
          exclude: [...NEVER, '**/*.component.test.tsx'],
          isolate: false,
          ...ENDS_WHAT_HANGS,
        },
      },
      {
        test: {
          // Components in a real browser, with fakes for the server: layout, focus and keys are what a user gets.
          name: 'components',
          tags: TAGS,
          include: ['web/src/**/*.component.test.tsx'],
          setupFiles: 'web/src/testing/fresh-page.ts',
          // Hundreds of modules, asked for one by one, would be half of what these tests cost.
          isolate: false,
          // A second, as it comes, is missed on busy cores.
          expect: { poll: { timeout: scaledTimeout(60_000) } },
          exclude: NEVER,
          ...ENDS_WHAT_HANGS,
          sequence: { groupOrder: 3 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
                args: [...CHROMIUM_ARGS],
              },
            }),
            instances: [{ browser: 'chromium', name: 'components', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
      {
        test: {
          name: 'integration',
          tags: TAGS,
          include: [`${PACKAGES}/**/*.pg.test.ts`, 'tests/flows/**/*.test.ts'],
          exclude: NEVER,
          globalSetup: GLOBAL_SETUP,
          isolate: false,
          // Some start a whole system, each server of which has 30 s to become ready.
          ...ENDS_WHAT_HANGS,
        },
      },
      {
        test: {
          name: 'resilience',
          tags: TAGS,
          include: ['tests/resilience/**/*.test.ts', 'infra/**/*.system.test.ts'],
          globalSetup: GLOBAL_SETUP,
          // Each one starts, kills and starts again a whole system, and then mostly waits for it to recover.
          maxWorkers: SYSTEM_WORKERS,
          ...ENDS_WHAT_HANGS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'browser',
          tags: TAGS,
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: [GLOBAL_SETUP, 'tests/browser/support/built-client.ts'],
          // All files of a worker share its system and its browser, one file after the other. Each more would load as
          // many pages again at once, on cores that two of them keep busy.
          maxWorkers: SYSTEM_WORKERS,
          isolate: false,
          // Tests of a file load their pages at once, and a cold page is a second or two of processor.
          maxConcurrency: 3,
          ...ENDS_WHAT_HANGS,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
