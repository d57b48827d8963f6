import { stripVTControlCharacters } from 'node:util';

import { z } from 'zod';

/** Names the file that `vitest-reporter.ts` writes. */
export const REPORT_VARIABLE = 'VIGIL_TEST_REPORT';

const Failed = z.object({
  project: z.string(),
  /** Relative to the repository. */
  file: z.string(),
  line: z.number().nullable(),
  title: z.string(),
  /** What each of its errors says; never empty. */
  errors: z.array(z.string()),
});

/** A test that failed, or a whole file that could not be read, set up or brought to its end. */
export type FailedTest = z.output<typeof Failed>;

/** What a process of vitest says of its tests. */
export const TestReport = z.object({
  passed: z.number(),
  skipped: z.number(),
  failed: z.array(Failed),
  /** Errors that belong to no test, and may be the reason why another one failed. */
  outside: z.array(z.string()),
  /** How long each test took, its own hooks included. */
  timings: z.array(z.object({ file: z.string(), test: z.string(), ms: z.number() })),
});

export type TestReport = z.output<typeof TestReport>;

export type Timing = TestReport['timings'][number];

const MAX_LINE = 200;
/** The end of a locator names the element; its beginning names the page around it. */
const MAX_LOCATOR = 60;

/** One line for each failed test: project, place, title, and what its first error says. */
export function failureLine({ project, file, line, title, errors }: FailedTest): string {
  const place = line === null ? file : `${file}:${line}`;
  return shorten(`${project} ${place} › ${title}: ${summaryOf(errors[0] ?? '')}`, MAX_LINE);
}

/** The line of an error that says something. Playwright puts what was expected and what was found on later ones. */
export function summaryOf(error: string): string {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const after = (label: RegExp): string | undefined => lines.find((line) => label.test(line))?.replace(label, '');
  const locator = after(/^(?:Locator:|- waiting for)\s*/u);
  const [expected, received] = [after(/^Expected[^:]*:\s*/u), after(/^Received[^:]*:\s*/u)];
  const first =
    expected === undefined || received === undefined
      ? (lines[0] ?? 'no message')
      : `expected ${expected}, received ${received}`;
  return locator === undefined ? first : `${first} at …${locator.slice(-MAX_LOCATOR)}`;
}

const shorten = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** The slowest tests, one a line: what to look at first when the run becomes too long. */
export const slowest = (timings: readonly Timing[], most: number): string[] =>
  timings
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map(({ file, test, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${file} › ${test}`);
