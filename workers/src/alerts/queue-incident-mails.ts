import type { CompanyPk, GroupPk } from '@vigil/shared/contract/ids';
import { endOfQuietHours } from '@vigil/shared/domain/end-of-quiet-hours';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { readIncidentsWithGroups } from '@vigil/shared/platform/incident-changes';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import type { Deps } from '../deps.ts';
import { mayMailIncidents } from './incident-mail-limit.ts';
import {
  lockIncidentMails,
  markEndsMailed,
  markOpeningsMailed,
  readNearestGroupContacts,
  readIncidentMailUsers,
  readUnmailedIncidents,
  type UnmailedIncident,
} from './incident-mail-queries.ts';
import { composeIncidentMail, type IncidentMailRecipient, type IncidentMailItem } from './incident-mail-texts.ts';

/**
 * Writes the mails about incidents: one to each reader when incidents are half a minute old, and one when they are over
 * for good (decision 58). In the transaction that marks them as told, so that a crash neither loses nor repeats one. It
 * is not the one that evaluates thresholds: composing mails about a storm must not hold up alerts. Devices that fail
 * again and again delay the mails of their own company, and lose none.
 */
export async function queueDueIncidentMails(deps: Deps, company: CompanyPk): Promise<void> {
  const { redis } = deps;
  const now = deps.now();
  for (const isOver of [false, true]) {
    const isDue = await deps.database.read(
      company,
      async (tx) => (await readUnmailedIncidents(tx, { isOver, now })).length > 0,
    );
    if (!isDue || !(await mayMailIncidents(redis, `${company}-${isOver ? 'over' : 'open'}`))) continue;
    await commitChange(deps, company, async (tx) => {
      await lockIncidentMails(tx, company);
      await queueMails(tx, deps, { company, isOver, now });
    });
  }
}

interface Telling {
  readonly company: CompanyPk;
  readonly isOver: boolean;
  readonly now: number;
}

async function queueMails(tx: ChangeTx, deps: Deps, { company, isOver, now }: Telling): Promise<void> {
  const { publicUrl } = deps;
  const queueMail = createMailQueue(deps);
  const untold = await readUnmailedIncidents(tx, { isOver, now });
  const pks = untold.map(({ pk }) => pk);
  const changes = await readIncidentsWithGroups(tx, pks);
  const groupsOf = new Map(changes.map(({ pk, groups }) => [pk, groups]));
  for (const recipient of await readRecipients(tx)) {
    const told = untold.flatMap((incident) =>
      itemFor(recipient, incident, { groups: groupsOf.get(incident.pk) ?? [], isOver }),
    );
    if (told.length === 0) continue;
    const { address, isConfirmed } = recipient;
    const notBefore = endOfQuiet(recipient, now);
    const to = { address, company, kind: 'incident', isConfirmed, notBefore } as const;
    await queueMail(tx, to, () => composeIncidentMail(recipient, told, { isOver, publicUrl }));
  }
  const at = new Date(now);
  if (isOver) await markEndsMailed(tx, pks, at);
  else {
    const told = pks.map((pk) => ({ pk, groups: (groupsOf.get(pk) ?? []).map(([group]) => group) }));
    await markOpeningsMailed(tx, told, at);
  }
}

/** A mail that is written in the quiet hours of its reader waits for their end; 0 outside of them. */
const endOfQuiet = ({ quietHours, timeZoneId }: IncidentMailRecipient, now: number): number =>
  (quietHours && endOfQuietHours(quietHours, timeZoneOf(timeZoneId).name, now)) ?? 0;

/** Who was told of an opening is told of the end, whatever became of the devices, and of the opening no second time. */
function itemFor(
  { groups: seen }: IncidentMailRecipient,
  incident: UnmailedIncident,
  { groups, isOver }: { groups: readonly (readonly [GroupPk, number])[]; isOver: boolean },
): IncidentMailItem[] {
  const sees = (group: GroupPk) => seen === 'all' || seen.has(group);
  if (incident.toldGroups.some(sees) !== isOver) return [];
  const count = groups.reduce((sum, [group, devices]) => sum + (sees(group) ? devices : 0), 0);
  return count === 0 && !isOver ? [] : [{ ...incident, count: Math.max(1, count) }];
}

/**
 * Users who want mail about what they see, and the contacts of groups; an address gets one mail, for all that it sees.
 */
async function readRecipients(tx: ReadTx): Promise<IncidentMailRecipient[]> {
  const users = await readIncidentMailUsers(tx);
  const byAddress = new Map(users.map((user) => [user.address.toLowerCase(), user]));
  for (const { address, group, ...reader } of await readNearestGroupContacts(tx)) {
    const known = byAddress.get(address.toLowerCase());
    if (known?.groups === 'all') continue;
    const groups = new Set([...(known?.groups ?? []), group]);
    byAddress.set(address.toLowerCase(), {
      ...reader,
      address,
      isConfirmed: false,
      quietHours: null,
      ...known,
      groups,
    });
  }
  return [...byAddress.values()];
}
