import path from 'node:path';
import { findChangedFiles, type ChangedFiles } from './changed-files.ts';
import { allChecks, quickChecks, type Check } from './checks.ts';
import type { TagFilter } from './report.ts';

/** Run in one process of vitest. */
export type TestGroup = {
  projects: readonly string[];
  /** Every test without one. */
  tags?: TagFilter | undefined;
  /** Parts of paths; every file without one. */
  filters: readonly string[];
  /** Seconds on two cores, beside the other lanes. */
  budget?: number | undefined;
};

export type TestRunPlan = {
  checks: readonly Check[];
  /** The lanes run side by side, the groups of a lane one after the other. */
  lanes: readonly (readonly TestGroup[])[];
  /** Also what repeats in other languages, with other seeds or in greater numbers. */
  isAll: boolean;
  recordsDurations: boolean;
};

// Tests of whole systems, of sockets and of timers wait about as long as they keep a core busy, so what computes runs
// beside them.
const LANES: TestRunPlan['lanes'] = [
  [
    { projects: ['resilience'], tags: 'core', filters: [], budget: 70 },
    { projects: ['browser'], tags: 'core', filters: [], budget: 280 },
    { projects: ['components'], tags: '!slow', filters: [], budget: 35 },
  ],
  [{ projects: ['integration'], tags: '!slow', filters: [], budget: 390 }],
  [{ projects: ['unit', 'machine', 'web'], tags: '!slow', filters: [], budget: 260 }],
];
const PROJECTS = LANES.flat().flatMap(({ projects }) => projects);
/** What no commit may break, however far from it its change was; each lists or asks every endpoint. */
const ALWAYS = ['api/src/access-matrix', 'api/src/company-isolation', 'api/src/features/devices/licence-gate'];

/** @param words of the command line: `all`, `record`, `quick`, names of checks and projects, parts of paths */
export async function planRun(words: readonly string[]): Promise<TestRunPlan> {
  if (words.includes('quick')) return planQuickRun(await findChangedFiles());
  const known = allChecks();
  const names = new Set([...known.map((check) => check.name), ...PROJECTS]);
  const chosen = words.filter((word) => word !== 'all' && word !== 'record');
  const wanted = chosen.filter((word) => names.has(word));
  const filters = chosen.filter((word) => !names.has(word));
  const isAll = words.includes('all') || filters.length > 0;
  const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
  const lanes = LANES.map((groups) =>
    groups
      .map(({ projects, tags, budget }) => ({
        projects: projects.filter(isWanted),
        tags: isAll ? undefined : tags,
        filters,
        budget: words.length === 0 ? budget : undefined,
      }))
      .filter(({ projects }) => projects.length > 0),
  );
  return {
    checks: known.filter(({ name }) => isWanted(name)),
    lanes: lanes.filter((groups) => groups.length > 0),
    isAll,
    recordsDurations: words.includes('record'),
  };
}

/** For each commit: everything that takes a second or two, and the tests beside what changed. */
export function planQuickRun({ now, onBranch }: ChangedFiles): TestRunPlan {
  const beside = [...new Set(now.filter((file) => /\.tsx?$/u.test(file)).flatMap(testsBeside))];
  const components = beside.filter((part) => part.startsWith('web/'));
  return {
    checks: quickChecks(onBranch),
    lanes: [
      [{ projects: ['unit', 'web'], tags: '!slow', filters: [] }],
      [{ projects: ['integration', 'machine'], tags: '!slow', filters: [...ALWAYS, ...beside] }],
      ...(components.length > 0 ? [[{ projects: ['components'], filters: components }]] : []),
    ],
    isAll: false,
    recordsDurations: false,
  };
}

function testsBeside(file: string): string[] {
  if (/\.test\.tsx?$/u.test(file)) return [file];
  const folder = path.dirname(file);
  // The folders above hold the tests of a whole package.
  return folder.split('/').length > 2 ? [`${folder}/`] : [];
}
