import { expect, test } from 'vitest';
import { planQuickRun, planRun } from './plan.ts';

const projectsOf = ({ lanes }: Awaited<ReturnType<typeof planRun>>) => lanes.flat().flatMap(({ projects }) => projects);

test('without words everything runs that is chosen by its tag', async () => {
  const { checks, lanes, isAll } = await planRun([]);
  expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['types', 'lint', 'size']));
  expect(lanes.flat().map(({ tags }) => tags)).toEqual(['core', 'core', '!slow', '!slow', '!slow']);
  expect(isAll).toBe(false);
});

test('all, or a part of a path, chooses every test', async () => {
  expect((await planRun(['all'])).lanes.flat().filter(({ tags }) => tags !== undefined)).toEqual([]);
  const named = await planRun(['unit', 'browser', 'infra/local']);
  expect(named.checks).toEqual([]);
  expect(projectsOf(named)).toEqual(['browser', 'unit']);
  expect(named.lanes.flat().map(({ tags, filters }) => [tags, filters])).toEqual([
    [undefined, ['infra/local']],
    [undefined, ['infra/local']],
  ]);
});

test('a quick run has the tests beside what changed, and those that every commit has to pass', () => {
  const changed = ['api/src/features/tickets/queries.ts', 'api/src/app.ts', 'tests/flows/users.test.ts', 'README.md'];
  const plan = planQuickRun({ now: changed, onBranch: changed });
  expect(projectsOf(plan)).toEqual(['unit', 'web', 'integration', 'machine']);
  expect(
    planQuickRun({ now: ['web/src/ui/page.tsx'], onBranch: [] })
      .lanes.flat()
      .at(-1),
  ).toEqual({
    projects: ['components'],
    filters: ['web/src/ui/'],
  });
  expect(plan.lanes.flat().at(-1)?.filters).toEqual([
    'api/src/access-matrix',
    'api/src/company-isolation',
    'api/src/features/devices/licence-gate',
    'api/src/features/tickets/',
    'tests/flows/users.test.ts',
  ]);
});
