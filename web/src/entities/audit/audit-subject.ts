import { auditSubjectKinds, type AuditSubjectKind } from '@vigil/shared/contract/names';
import { positiveIntegerParam, valueIfListed } from '../../lib/list-view.ts';

/** What the entries of a view concern; without a key all users, all groups or the policies. */
export interface AuditSubjectFilter {
  readonly kind: AuditSubjectKind;
  readonly pk: number | null;
}

/** The subject of an address; nonsense is none. */
export function subjectOf(query: URLSearchParams): AuditSubjectFilter | null {
  const kind = valueIfListed<AuditSubjectKind | null>(auditSubjectKinds, query.get('subject_kind'), null);
  return kind && { kind, pk: positiveIntegerParam.read(query.get('subject_pk')) };
}

/** The address of a subject; of none it is empty. */
export const auditPageQueryForSubject = (subject: AuditSubjectFilter | null) =>
  new URLSearchParams({
    ...(subject && { subject_kind: subject.kind }),
    ...(subject?.pk && { subject_pk: String(subject.pk) }),
  });
