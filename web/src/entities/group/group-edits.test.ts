import { QueryClient } from '@tanstack/react-query';
import type { Group } from '@vigil/shared/contract/group';
import { GroupPk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { sampleGroup } from './sample-group.test-support.ts';
import { applyGroupChange, createGroupMutations } from './use-groups.ts';

const KEY = ['groups'];

/** A tree of one group, and a new one whose answer has not arrived yet. */
function beginCreation() {
  const queries = new QueryClient();
  queries.setQueryData<readonly Group[]>(KEY, [sampleGroup(1)]);
  const answer = Promise.withResolvers<{ objects: readonly Group[] }>();
  const created = createGroupMutations({ call: () => answer.promise } as never, queries).create('group-7', null, null);
  return {
    queries,
    shown: () => queries.getQueryData<readonly Group[]>(KEY),
    isOutdated: () => queries.getQueryState(KEY)?.isInvalidated,
    answer: () => {
      answer.resolve({ objects: [sampleGroup(7)] });
      return created;
    },
  };
}

test('a new group is shown with the answer', async () => {
  const { answer, shown } = beginCreation();
  await answer();
  expect(shown()).toEqual([sampleGroup(1), sampleGroup(7)]);
});

test('an answer that arrives after the group was deleted again does not bring it back', async () => {
  const { queries, answer, shown, isOutdated } = beginCreation();
  await applyGroupChange(queries, { changed: [sampleGroup(7)], removed: [] });
  await applyGroupChange(queries, { changed: [], removed: [GroupPk.parse(7)] });
  await answer();
  expect(shown()).toEqual([sampleGroup(1)]);
  expect(isOutdated()).toBe(true);
});

test('an answer that arrives after the announcement causes no other read', async () => {
  const { queries, answer, shown, isOutdated } = beginCreation();
  await applyGroupChange(queries, { changed: [sampleGroup(7, { name: 'announced' })], removed: [] });
  await answer();
  expect(shown()?.map(({ pk }) => pk)).toEqual([1, 7]);
  expect(isOutdated()).toBe(false);
});

test('an answer that arrives after the tree was read again is not added to it', async () => {
  const { queries, answer, shown, isOutdated } = beginCreation();
  queries.setQueryData<readonly Group[]>(KEY, [sampleGroup(1, { name: 'renamed' })]);
  await answer();
  expect(shown()).toEqual([sampleGroup(1, { name: 'renamed' })]);
  expect(isOutdated()).toBe(true);
});
