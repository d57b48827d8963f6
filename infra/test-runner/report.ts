import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';
import type { MachineSpeed } from './machine-speed.ts';

/** Names the file that `vitest-reporter.ts` writes. */
export const REPORT_VARIABLE = 'VIGIL_TEST_REPORT';
/** Which tests were chosen, for the reporter: a `TagFilter`, or nothing. */
export const TAGS_VARIABLE = 'VIGIL_TEST_TAGS';

/** Only tests with this tag, or only those without it. */
export type TagFilter = 'core' | '!slow';

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

const Ran = z.object({
  file: z.string(),
  title: z.string(),
  state: z.enum(['passed', 'failed', 'skipped']),
  /** Its own hooks included. */
  ms: z.number(),
  /** Of a whole system, and part of every run. */
  isCore: z.boolean(),
});

/** A test that was found, whether it ran or not. */
export type FoundTest = z.output<typeof Ran>;

/** What a process of vitest says of its tests. */
export const VitestProcessReport = z.object({
  /** How long each file took, with its hooks. */
  files: z.array(z.object({ file: z.string(), ms: z.number() })),
  tests: z.array(Ran),
  failed: z.array(Failed),
  /** Errors that belong to no test, and may be the reason why another one failed. */
  outside: z.array(z.string()),
});

export type VitestProcessReport = z.output<typeof VitestProcessReport>;

export const countTests = ({ tests }: VitestProcessReport, state: FoundTest['state']): number =>
  tests.filter((test) => test.state === state).length;

const MAX_LINE = 200;
/** The end of a locator names the element; its beginning names the page around it. */
const MAX_LOCATOR = 60;

/** One line for each failed test: project, place, title, and what its first error says. */
export function failureLine({ project, file, line, title, errors }: FailedTest): string {
  const place = line === null ? file : `${file}:${line}`;
  return shorten(`${project} ${place} › ${title}: ${errorSummaryLine(errors[0] ?? '')}`, MAX_LINE);
}

/** The line of an error that says something. Playwright puts what was expected and what was found on later ones. */
export function errorSummaryLine(error: string): string {
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

/** What a check says first of a file, or else its first line. */
export function checkSummaryLine(problem: string): string {
  const lines = stripVTControlCharacters(problem)
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/gu, ' '))
    .filter((line) => line !== '');
  return shorten(lines.find((line) => /[\w-]+\/\S+\.\w+/u.test(line)) ?? lines[0] ?? 'no message', MAX_LINE);
}

const shorten = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** What one test may take on two cores. It is told, and fails nothing: machines differ. */
const BUDGET_MS = { core: 30_000, other: 8_000 } as const;

/** The slowest tests, one a line, and which of them take more than they should. */
export const slowestTestLines = (tests: readonly FoundTest[], most: number): string[] =>
  tests
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map(({ file, title, ms, isCore }) => {
      const budget = isCore ? BUDGET_MS.core : BUDGET_MS.other;
      const over = ms > budget ? ` (more than ${budget / 1_000} s)` : '';
      return `${(ms / 1_000).toFixed(1).padStart(7)} s${over}  ${file} › ${title}`;
    });

/** Of a whole run. One that needs more is told so; its tests are what to make cheaper. */
const BUDGET_CORE_SECONDS = 900;

interface RunCost {
  /** Processor time of everything that the run has started; undefined where the system does not tell. */
  seconds: number | undefined;
  speed: MachineSpeed;
  isWhole: boolean;
}

/** What a run has cost; of a slow machine, what the usual one would need. */
export function costLine({ seconds, speed, isWhole }: RunCost): string {
  if (seconds === undefined) return 'core seconds: unknown on this system';
  const usual = Math.round(seconds / Math.max(1, speed.processor));
  const budget = isWhole ? ` of ${BUDGET_CORE_SECONDS}${usual > BUDGET_CORE_SECONDS ? ' (over)' : ''}` : '';
  return `core seconds: ${usual}${budget}, on a machine that computes ${speed.processor.toFixed(2)} times as long as the usual one`;
}
