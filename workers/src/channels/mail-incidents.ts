import type { DeliveryEvent } from '@vigil/shared/contract/names';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { addressesOfMailto, SEALED_CHANNEL_URL } from '@vigil/shared/platform/channels';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import { openSecret } from '@vigil/shared/platform/secret-box';
import { mayMailIncidents } from '../alerts/incident-mail-limit.ts';
import { composeIncidentMail } from '../alerts/incident-mail-texts.ts';
import type { Deps } from '../deps.ts';
import { deleteOldDeliveries } from './delivery-queries.ts';
import { insertDeliveries, readIncidentsToTell, type StoredChannel } from './tell-queries.ts';

/** A mail names the largest of them, and how many more there are. */
const MAX_PER_MAIL = 1_000;

/**
 * Writes one mail to each address of a channel about all that came up since the last one, as to users. Its deliveries
 * are over once the mails are stored: from there on the queue of mails tries again.
 */
export async function mailIncidents(
  tx: ChangeTx,
  deps: Deps,
  { channel, event }: { channel: StoredChannel; event: DeliveryEvent },
): Promise<void> {
  const { pk, companyFk: company, sealedUrl, language, timeZoneId } = channel;
  const now = deps.now();
  const found = await readIncidentsToTell(tx, channel, { event, now, limit: MAX_PER_MAIL });
  if (found.length === 0 || !(await mayMailIncidents(deps.redis, `channel-${pk}-${event}`))) return;
  const queueMail = createMailQueue(deps);
  const items = found.map(({ item, count }) => ({ ...item, count }));
  const written = { isOver: event === 'resolved', publicUrl: deps.publicUrl };
  for (const address of addressesOfMailto(openSecret(deps.channelKeys, sealedUrl, SEALED_CHANNEL_URL)))
    await queueMail(tx, { address, company, kind: 'incident' }, () =>
      composeIncidentMail({ address, language, timeZoneId }, items, written),
    );
  const at = new Date(now);
  const rest = { body: {}, state: 'delivered', tries: 1, triedAt: at, createdAt: at, nextTryAt: at } as const;
  await insertDeliveries(
    tx,
    found.map(({ row }) => ({ companyFk: company, channelFk: pk, incidentFk: row.pk, event, ...rest })),
  );
  await deleteOldDeliveries(tx, pk);
}
