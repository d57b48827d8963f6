import { auditSubjectKinds, type AuditSubjectKind } from '@vigil/shared/contract/names';
import { positiveIntegerParam, valueIfListed } from '../../lib/list-view.ts';

/** Entries of a device have the device itself, no subject; all devices at once are no kind of their own. */
type ViewedKind = AuditSubjectKind | 'device';
const viewedKinds: readonly ViewedKind[] = [...auditSubjectKinds, 'device'];

/** What the entries of a view concern; without a key all users, all groups or the policies. */
export interface AuditSubjectFilter {
  readonly kind: ViewedKind;
  readonly pk: number | null;
}

/** The subject of an address; nonsense is none. */
export function subjectOf(query: URLSearchParams): AuditSubjectFilter | null {
  const kind = valueIfListed<ViewedKind | null>(viewedKinds, query.get('subject_kind'), null);
  const pk = positiveIntegerParam.read(query.get('subject_pk'));
  return kind === null || (kind === 'device' && pk === null) ? null : { kind, pk };
}

/** The address of a subject; of none it is empty. */
export const auditSubjectQuery = (subject: AuditSubjectFilter | null) =>
  new URLSearchParams({
    ...(subject && { subject_kind: subject.kind }),
    ...(subject?.pk && { subject_pk: String(subject.pk) }),
  });
