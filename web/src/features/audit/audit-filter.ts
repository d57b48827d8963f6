import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { listAudits } from '@vigil/shared/contract/http/audits';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { AuditSubjectKind } from '@vigil/shared/contract/names';
import type { AuditSubjectFilter } from '../../entities/audit/audit-subject.ts';
import { dayRangeServerQuery, type DayRange } from '../../lib/day-range.ts';

export const auditSearchKeys = ['name', 'reg_mail', 'value'] as const;
export type AuditSearchKey = (typeof auditSearchKeys)[number];

export interface AuditFilter extends DayRange {
  readonly key: AuditSearchKey;
  readonly text: string;
  /** `act_name_id`; null for all actions. */
  readonly code: number | null;
  readonly subject: AuditSubjectFilter | null;
}

export const noAuditFilter: AuditFilter = { key: 'name', text: '', code: null, subject: null, from: '', to: '' };

export const isAuditFiltered = ({ text, code, subject, from, to }: AuditFilter): boolean =>
  text.trim() !== '' || code !== null || subject !== null || from !== '' || to !== '';

type Query = Required<CallOf<typeof listAudits>>['query'];

function subjectQueryOf(subject: AuditSubjectFilter | null): {
  device_pk?: DevicePk;
  subject_kind?: AuditSubjectKind;
  subject_pk?: number;
} {
  if (subject === null) return {};
  const { kind, pk } = subject;
  if (kind === 'device') return pk === null ? {} : { device_pk: pk as DevicePk };
  return { subject_kind: kind, ...(pk !== null && { subject_pk: pk }) };
}

/**
 * The query of a filter, whose days are those of the user's time zone. `formatWallTime` formats an instant as
 * `YYYY-MM-DD HH:mm` there.
 */
export function auditQueryOf(
  { key, text, code, subject, from, to }: AuditFilter,
  formatWallTime: (at: number) => string,
) {
  return {
    by: 'create_time',
    order: 'desc',
    search_key: key,
    ...(text.trim() === '' ? {} : { search_value: text.trim() }),
    ...(code === null ? {} : { q: code }),
    ...subjectQueryOf(subject),
    ...dayRangeServerQuery({ from, to }, formatWallTime),
  } as const satisfies Query;
}
