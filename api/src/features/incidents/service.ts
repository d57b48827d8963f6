import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { updateIncident as changeIncidentEndpoint } from '@vigil/shared/contract/http/incidents';
import type { IncidentPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { writeAudits } from '@vigil/shared/platform/audits';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { Caller } from '../../identity/sessions/caller.ts';
import { findIncident, updateUnresolvedIncident } from './queries.ts';

/**
 * Acknowledges an incident, or ends it before its alerts are over; the same twice changes the note.
 * @throws Problem `not_found`, or `incident_state` if it is over
 */
export async function changeIncident(
  tx: Tx,
  caller: Caller,
  { pk, body, at }: { pk: IncidentPk; body: BodyOf<typeof changeIncidentEndpoint>; at: Date },
): Promise<void> {
  const found = await findIncident(tx, caller, pk);
  if (!found) throw new Problem('not_found');
  // Who changes the note of another is in the audit.
  const acknowledged =
    found.incident.acknowledgedAt === null
      ? { acknowledgedAt: at, acknowledgedBy: caller.user, acknowledgedName: caller.name || caller.mgrid }
      : {};
  const incident = await updateUnresolvedIncident(tx, pk, {
    ...(body.state === 'acknowledged' ? { ...acknowledged, state: 1 } : { state: 2, resolvedAt: at }),
    ...(body.note === undefined ? {} : { note: body.note }),
  });
  if (!incident) throw new Problem('incident_state');
  await writeAudits(tx, caller, [
    {
      code: body.state === 'acknowledged' ? auditCode.incidentAcknowledged : auditCode.incidentResolved,
      type: auditTypeIds.action,
      subject: null,
      newValue: [incident.address ?? incident.name, body.note].filter(Boolean).join(': '),
    },
  ]);
}
