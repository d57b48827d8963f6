import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';
import { ROOT } from '../local/runtime.ts';
import { REPORT_VARIABLE, TAGS_VARIABLE, type FailedTest, type FoundTest, type VitestProcessReport } from './report.ts';

/**
 * Writes a `VitestProcessReport`, which names projects, lines and errors outside of tests; the reporters of vitest
 * leave these out.
 */
export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]): void {
    const file = process.env[REPORT_VARIABLE];
    if (file === undefined) throw new Error(`${REPORT_VARIABLE} is not set`);
    writeFileSync(file, JSON.stringify(reportOf(modules, outside)));
  }
}

function reportOf(modules: readonly TestModule[], outside: readonly SerializedError[]): VitestProcessReport {
  return {
    files: modules.map((module) => ({ file: fileOf(module), ms: Math.round(module.diagnostic().duration) })),
    tests: modules.flatMap((module) => [...module.children.allTests()].filter(isChosen).map(ranTest)),
    failed: modules.flatMap((module) => [...failedSuites(module), ...failedTests(module)]),
    outside: outside.map(textOf),
  };
}

/** Tests that the filter of tags leaves out are skipped for vitest, and do not exist for the one who chose. */
function isChosen({ tags }: TestCase): boolean {
  const filter = process.env[TAGS_VARIABLE] ?? '';
  return filter.startsWith('!') ? !tags.includes(filter.slice(1)) : filter === '' || tags.includes(filter);
}

function ranTest(test: TestCase): FoundTest {
  const { state } = test.result();
  return {
    file: fileOf(test.module),
    title: test.fullName,
    // Its file did not come to its end, which is reported of the file.
    state: state === 'pending' ? 'skipped' : state,
    ms: test.diagnostic()?.duration ?? 0,
    isCore: test.tags.includes('core'),
  };
}

const failedTests = (module: TestModule): FailedTest[] =>
  [...module.children.allTests('failed')].map((test) => failure(module, test.fullName, test.result().errors ?? []));

/** A file or a group of tests whose own hooks or imports failed, and a file whose worker died. */
function failedSuites(module: TestModule): FailedTest[] {
  const suites: (TestModule | TestSuite)[] = [module, ...module.children.allSuites()];
  const failed = suites.filter((suite) => suite.errors().length > 0);
  const unfinished = ['pending', 'queued'].includes(module.state());
  if (unfinished && failed.length === 0)
    return [failure(module, 'the file', [{ message: 'it did not come to its end' }])];
  return failed.map((suite) => failure(module, suite.type === 'module' ? 'the file' : suite.name, suite.errors()));
}

function failure(module: TestModule, title: string, errors: readonly SerializedError[]): FailedTest {
  const place = errors.flatMap(({ stacks = [] }) => stacks).find((frame) => frame.file === module.moduleId);
  return {
    project: module.project.name,
    file: fileOf(module),
    line: place?.line ?? null,
    title,
    errors: errors.length > 0 ? errors.map(textOf) : ['it says no reason'],
  };
}

const fileOf = (module: TestModule): string => path.relative(ROOT, module.moduleId);

const textOf = ({ name, message }: Pick<SerializedError, 'name' | 'message'>): string =>
  message || (name ?? 'an error without a message');
