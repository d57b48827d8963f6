import { expect, test } from 'vitest';
import { subjectOf } from '../../entities/audit/audit-subject.ts';
import { createTimeFormat } from '../../lib/time-format.ts';
import { isAuditFiltered, noAuditFilter, auditQueryOf } from './audit-filter.ts';

const SEOUL = 32;
const { wall } = createTimeFormat({ time_zone_id: SEOUL, date_fmt_id: 0 }, 'en');

test('without a filter everything is asked for, newest first', () => {
  expect(auditQueryOf(noAuditFilter, wall)).toEqual({ by: 'create_time', order: 'desc', search_key: 'name' });
  expect(isAuditFiltered({ ...noAuditFilter, text: ' ', key: 'value' })).toBe(false);
});

test('one subject is asked for by its kind and key', () => {
  const filter = { ...noAuditFilter, subject: subjectOf(new URLSearchParams('subject_kind=user&subject_pk=7')) };
  expect(auditQueryOf(filter, wall)).toMatchObject({ subject_kind: 'user', subject_pk: 7 });
  expect(isAuditFiltered(filter)).toBe(true);
  const device = subjectOf(new URLSearchParams('subject_kind=device&subject_pk=7'));
  expect(auditQueryOf({ ...noAuditFilter, subject: device }, wall)).toMatchObject({ device_pk: 7 });
  expect(subjectOf(new URLSearchParams('subject_kind=device'))).toBeNull();
  expect(subjectOf(new URLSearchParams('subject_kind=policy'))).toEqual({ kind: 'policy', pk: null });
  expect(subjectOf(new URLSearchParams('subject_kind=nonsense&subject_pk=7'))).toBeNull();
});

test('days are those of the user, from the first to the last millisecond', () => {
  const filter = {
    ...noAuditFilter,
    key: 'value',
    text: ' till ',
    code: 41,
    from: '2026-03-01',
    to: '2026-03-02',
  } as const;
  expect(auditQueryOf(filter, wall)).toMatchObject({
    search_key: 'value',
    search_value: 'till',
    q: 41,
    start_date: '2026-02-28T15:00:00.000Z',
    end_date: '2026-03-02T14:59:59.999Z',
  });
  expect(isAuditFiltered(filter)).toBe(true);
});
