import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { Audit } from '@vigil/shared/contract/http/audits';
import type { RunningRemoteSession } from '@vigil/shared/contract/http/remote-sessions';

/** The entry is written with the opening, by the clock of the database. */
const CLOCK_DIFFERENCE_MS = 10_000;

/** The running session whose opening an entry records, or null. */
export function openedSessionOf(
  { act_name_id: code, member_pk: user, act_time }: Audit,
  sessionsOfDevice: readonly RunningRemoteSession[],
): RunningRemoteSession | null {
  if (code !== auditCode.remoteOpened || user === null) return null;
  const distanceOf = ({ start_time }: RunningRemoteSession) => Math.abs(Date.parse(start_time) - Date.parse(act_time));
  const [closest] = sessionsOfDevice
    .filter((session) => session.user_pk === user && distanceOf(session) <= CLOCK_DIFFERENCE_MS)
    .toSorted((a, b) => distanceOf(a) - distanceOf(b));
  return closest ?? null;
}
