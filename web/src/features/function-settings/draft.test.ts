import type { VersionedFunctionSettings } from '@vigil/shared/contract/http/function-settings';
import { expect, test } from 'vitest';
import { sampleFunctionSettings as stored } from '../../testing/sample-function-settings.ts';
import {
  differingFields,
  functionSettingsDraftOf,
  mergeDraft,
  functionDraftProblemOf,
  functionSettingSections,
} from './draft.ts';

const base = functionSettingsDraftOf(stored);

test('the page has each field once', () => {
  const { version: _version, changes: _changes, ...settings } = stored;
  expect(
    Object.values(functionSettingSections)
      .flat()
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(Object.keys(settings).toSorted((a, b) => a.localeCompare(b)));
});

test('the first wrong field in the order of the checks is the problem, not the first on the page', () => {
  expect(functionDraftProblemOf(base)).toBeNull();
  expect(functionDraftProblemOf({ ...base, block_num: '', session_time: 'x' })).toEqual({
    field: 'session_time',
    code: 'invalid_session_time',
  });
  expect(functionDraftProblemOf({ ...base, password_change_limit: '366' })?.code).toBe('invalid_password_change_limit');
});

test('a difference is one of values, not of how they are typed', () => {
  expect(differingFields(base, { ...base, block_num: '05', vaccine: ' ' })).toEqual([]);
  expect(differingFields(base, { ...base, block_num: '6', agent_restart_time: 0 })).toEqual([
    'block_num',
    'agent_restart_time',
  ]);
});

test('what others have saved meanwhile is taken over, and own changes are kept', () => {
  const draft = { ...base, block_num: '3', vaccine: 'avira', capture: 0 as const };
  const at = '2026-11-01T00:00:00.000Z';
  const change = { name: 'Kim', at };
  const current: VersionedFunctionSettings = {
    ...stored,
    version: 2,
    block_num: 4,
    idle_time: 30,
    capture: 0,
    changes: { block_num: change, idle_time: change, capture: change },
  };
  const merged = mergeDraft(draft, stored, current);
  expect(merged).toMatchObject({ name: 'Kim', theirs: ['block_num', 'idle_time'], both: ['block_num'] });
  expect(merged.draft).toMatchObject({ block_num: '3', idle_time: '30', vaccine: 'avira', capture: 0 });
});
