import type { Group, GroupNode } from '@vigil/shared/contract/group';
import { GroupPk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { patchGroups } from './group-changes.ts';
import { sampleGroup as group } from './sample-group.test-support.ts';

function announced(pk: number, change: Partial<Record<keyof Group, unknown>> = {}): GroupNode {
  const { has_permission: _, device_count: __, ...node } = group(pk, change);
  return node;
}

const pk = (value: number) => GroupPk.parse(value);

test('a renamed group keeps what its announcement does not carry', () => {
  const patched = patchGroups([group(1), group(2)], { changed: [announced(2, { name: 'renamed' })], removed: [] });
  expect(patched).toEqual([group(1), group(2, { name: 'renamed' })]);
});

test('a moved group hangs below its new parent', () => {
  const patched = patchGroups([group(1), group(2)], {
    changed: [announced(2, { group_fk: 1, root_group_fk: 1 })],
    removed: [],
  });
  expect(patched[1]).toMatchObject({ pk: 2, group_fk: 1, root_group_fk: 1 });
});

test('a new group is accessible and empty', () => {
  const patched = patchGroups([group(1)], { changed: [announced(7)], removed: [] });
  expect(patched).toEqual([group(1), group(7, { has_permission: 1, device_count: 0 })]);
});

test('a removed branch is gone', () => {
  const patched = patchGroups([group(1), group(2), group(3)], { changed: [], removed: [pk(2), pk(3)] });
  expect(patched).toEqual([group(1)]);
});

test('a late answer to a rename does not bring back a group that was deleted meanwhile', () => {
  const patch = { changed: [], updated: [announced(2, { name: 'renamed' })], removed: [] };
  expect(patchGroups([group(1)], patch)).toEqual([group(1)]);
  expect(patchGroups([group(1), group(2)], patch)[1]).toEqual(group(2, { name: 'renamed' }));
});

test('an answer that arrives after the announcement of a later change is left out', () => {
  const later = group(1, { name: 'later', update_time: '2026-11-21T00:00:02.000Z' });
  const earlier = announced(1, { name: 'earlier', update_time: '2026-11-21T00:00:01.000Z' });
  for (const answer of [{ created: [earlier] }, { updated: [earlier] }])
    expect(patchGroups([later], { changed: [], ...answer, removed: [] })).toEqual([later]);
});

test('[SEQ-2] announced changes are applied in their order, whatever the clocks of their servers say', () => {
  const before = group(1, { name: 'before', update_time: '2026-11-21T00:00:02.000Z' });
  const change = { name: 'after', update_time: '2026-11-21T00:00:01.000Z' };
  expect(patchGroups([before], { changed: [announced(1, change)], removed: [] })).toEqual([group(1, change)]);
});

test('the answer to a new group shows it before its announcement', () => {
  expect(patchGroups([], { changed: [], created: [announced(7)], removed: [] })).toEqual([
    group(7, { has_permission: 1, device_count: 0 }),
  ]);
});
