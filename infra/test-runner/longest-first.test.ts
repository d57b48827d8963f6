import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { fromRoot } from '../local/runtime.ts';
import { readDurations } from './durations.ts';
import { LongestFirst } from './longest-first.ts';

/** As much of a file as its place depends on. */
const fileOf = (name: string, project: string, groupOrder = 0) =>
  ({
    moduleId: fromRoot(name),
    project: { name: project, config: { sequence: { groupOrder } } },
  }) as unknown as TestSpecification;

test('the files that took longest begin, and those of a project stay together', async () => {
  const [longest = '', ...others] = Object.entries(readDurations())
    .toSorted(([, a], [, b]) => b - a)
    .map(([file]) => file);
  const shortest = others.at(-1) ?? '';
  const files = [
    fileOf('tests/never-measured.test.ts', 'machine'),
    fileOf(longest, 'web', 1),
    fileOf(shortest, 'machine'),
    fileOf(longest, 'unit'),
    fileOf(longest, 'machine'),
  ];
  // Of the sequencer, which sorts a copy.
  // oxlint-disable-next-line unicorn/no-array-sort
  const sorted = await new LongestFirst({} as Vitest).sort(files);
  const [unmeasured, web, short, unit, long] = files;
  expect(sorted).toEqual([long, short, unmeasured, unit, web]);
});
