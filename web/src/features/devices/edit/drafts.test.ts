import { AppConfigPk, DevicePk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import {
  countChanged,
  conflictingFields,
  fieldProblemOf,
  noDrafts,
  summarizeDrafts,
  draftValueOf,
  dropDraftField,
  keepOwnValue,
  withValue,
  type DeviceDraft,
} from './drafts.ts';

const pk = DevicePk.parse(1);
const device = { pk, alias: 'Door', memo: '', app_config_fk: null };
const draftOf = (drafts: typeof noDrafts): DeviceDraft => drafts.get(pk) ?? { values: {}, before: {} };

test('a draft holds the changed fields only, and ends when they are as before', () => {
  let drafts = withValue(noDrafts, device, 'alias', 'Gate');
  drafts = withValue(drafts, device, 'app_config_fk', AppConfigPk.parse(3));
  expect(draftOf(drafts)).toEqual({
    values: { alias: 'Gate', app_config_fk: 3 },
    before: { alias: 'Door', app_config_fk: null },
  });
  expect(draftValueOf(draftOf(drafts), device, 'alias')).toBe('Gate');
  expect(draftValueOf(draftOf(drafts), device, 'memo')).toBe('');
  drafts = withValue(drafts, device, 'alias', 'Door');
  drafts = withValue(drafts, device, 'app_config_fk', null);
  expect(drafts.size).toBe(0);
});

test('a field that another user changed meanwhile waits for a decision; other fields of the row do not change', () => {
  const drafts = withValue(withValue(noDrafts, device, 'alias', 'Gate'), device, 'memo', 'by the gate');
  const theirs = { ...device, alias: 'Exit' };
  expect(conflictingFields(draftOf(drafts), device)).toEqual([]);
  expect(conflictingFields(draftOf(drafts), theirs)).toEqual(['alias']);
  expect(summarizeDrafts(drafts, () => theirs)).toEqual({ changed: 1, changes: [], conflicts: 1, faults: 0 });

  const kept = keepOwnValue(drafts, theirs, 'alias');
  expect(summarizeDrafts(kept, () => theirs).changes).toEqual([
    { pk, values: { alias: 'Gate', memo: 'by the gate' }, before: { alias: 'Exit', memo: '' } },
  ]);
  const taken = dropDraftField(drafts, pk, 'alias');
  expect(summarizeDrafts(taken, () => theirs).changes).toEqual([
    { pk, values: { memo: 'by the gate' }, before: { memo: '' } },
  ]);
});

test('the same change by another user is no conflict', () => {
  const drafts = withValue(noDrafts, device, 'alias', ' Gate ');
  expect(conflictingFields(draftOf(drafts), { ...device, alias: 'Gate' })).toEqual([]);
});

test('what goes on being typed keeps what the device had at first', () => {
  const first = withValue(noDrafts, device, 'alias', 'G');
  const theirs = { ...device, alias: 'Exit' };
  const second = withValue(first, theirs, 'alias', 'Ga');
  expect(conflictingFields(draftOf(second), theirs)).toEqual(['alias']);
});

test('a name is not empty, and texts have their lengths', () => {
  expect(fieldProblemOf('alias', '  ')).toBe('empty');
  expect(fieldProblemOf('alias', 'x'.repeat(65))).toBe('too_long');
  expect(fieldProblemOf('memo', '')).toBeNull();
  expect(fieldProblemOf('memo', 'x'.repeat(141))).toBe('too_long');
  const drafts = withValue(noDrafts, device, 'alias', '');
  expect(summarizeDrafts(drafts, () => device)).toMatchObject({ changes: [], faults: 1 });
});

test('the draft of a device that is gone is neither counted nor guarded', () => {
  const other = { ...device, pk: DevicePk.parse(2) };
  const drafts = withValue(withValue(noDrafts, device, 'memo', 'by the gate'), other, 'memo', 'spare');
  const withoutOther = (one: DevicePk) => (one === pk ? device : undefined);
  expect(countChanged(drafts, withoutOther)).toBe(1);
  expect(summarizeDrafts(drafts, withoutOther)).toMatchObject({ changed: 1, changes: [{ pk }] });
  expect(summarizeDrafts(drafts, () => undefined)).toEqual({ changed: 0, changes: [], conflicts: 0, faults: 0 });
});
