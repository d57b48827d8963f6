import type { CompanyPk, GroupPk } from '@vigil/shared/contract/ids';
import { INCIDENT_SETTLING_MS } from '@vigil/shared/domain/incidents';
import type { Tx } from '@vigil/shared/platform/db/client';
import { readIncidentChanges } from '@vigil/shared/platform/incident-changes';
import type { WriteMail } from '@vigil/shared/platform/mail/outgoing';
import { composeIncidentMail, type Recipient, type ToldIncident } from './incident-mails.ts';
import { markTold, readGroupContacts, readMailReaders, readUntold, type UntoldIncident } from './tell-queries.ts';

/**
 * Writes the mails about incidents: one to each reader when incidents are half a minute old, and one when they are over (decision
 * 58). In the transaction that marks them as told, so that a crash neither loses nor repeats one.
 * @returns the keys of the mails
 */
export async function tellIncidents(
  tx: Tx,
  { company, now, publicUrl, writeMail }: { company: CompanyPk; now: number; publicUrl: string; writeMail: WriteMail },
): Promise<number[]> {
  const written: number[] = [];
  for (const isOver of [false, true]) {
    const untold = await readUntold(tx, { isOver, openedUntil: new Date(now - INCIDENT_SETTLING_MS) });
    if (untold.length === 0) continue;
    const changes = await readIncidentChanges(
      tx,
      untold.map(({ pk }) => pk),
    );
    const devices = new Map(changes.map(({ pk, groups }) => [pk, groups]));
    for (const recipient of await readRecipients(tx)) {
      const told = untold.flatMap((incident) => inSight(incident, devices.get(incident.pk) ?? [], recipient));
      if (told.length === 0) continue;
      const to = { address: recipient.address, company, kind: 'incident' } as const;
      written.push(...(await writeMail(tx, to, () => composeIncidentMail(recipient, told, { isOver, publicUrl }))));
    }
    await markTold(tx, { isOver, pks: untold.map(({ pk }) => pk), at: new Date(now) });
  }
  return written;
}

function inSight(
  incident: UntoldIncident,
  groups: readonly (readonly [GroupPk, number])[],
  recipient: Recipient,
): ToldIncident[] {
  const count = groups.reduce(
    (sum, [group, devices]) => sum + (recipient.groups === 'all' || recipient.groups.has(group) ? devices : 0),
    0,
  );
  return count === 0 ? [] : [{ ...incident, count }];
}

/** Users who want mail about what they see, and the contacts of groups; an address gets one mail, for all that it sees. */
async function readRecipients(tx: Tx): Promise<Recipient[]> {
  const users = await readMailReaders(tx);
  const byAddress = new Map(users.map((user) => [user.address.toLowerCase(), user]));
  for (const { address, group, ...reader } of await readGroupContacts(tx)) {
    const known = byAddress.get(address.toLowerCase());
    if (known?.groups === 'all') continue;
    const groups = new Set([...(known?.groups ?? []), group]);
    byAddress.set(address.toLowerCase(), { ...reader, address, ...known, groups });
  }
  return [...byAddress.values()];
}
