import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from '../local/runtime.ts';
import { readDurations } from './durations.ts';

/** Begins with the files that take longest, so that no worker is left alone with one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = readDurations();
    const secondsOf = ({ moduleId }: TestSpecification): number => durations[path.relative(ROOT, moduleId)] ?? 0;
    const byProject = (a: TestSpecification, b: TestSpecification): number =>
      a.project.config.sequence.groupOrder - b.project.config.sequence.groupOrder ||
      a.project.name.localeCompare(b.project.name);
    // A worker that changes projects starts anew, so the files of a project stay together.
    return files.toSorted((a, b) => byProject(a, b) || secondsOf(b) - secondsOf(a));
  }
}
