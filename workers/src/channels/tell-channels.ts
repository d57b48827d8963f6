import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { DeliveryEvent } from '@vigil/shared/contract/names';
import { deliveryBodies, type Told } from '@vigil/shared/domain/channel-messages';
import { commitChange, queueJobsOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { deliveryJob } from '@vigil/shared/platform/channels';
import { composeIncidentMail } from '../alerts/incident-mail-texts.ts';
import type { Deps } from '../deps.ts';
import { mailIncidents } from './mail-incidents.ts';
import {
  insertDeliveries,
  lockChannels,
  readEnabledChannels,
  readIncidentsToTell,
  type FoundIncident,
  type StoredChannel,
} from './tell-queries.ts';

/** What came up at once is told in this many messages an evaluation; the rest waits for the next. */
const MAX_PER_CHANNEL = 20;

const events: readonly DeliveryEvent[] = ['opened', 'escalated', 'resolved'];

/**
 * Writes what the channels of a company are told of its incidents, in a transaction of its own: a row before it is
 * sent. A channel that waits for an acknowledgement is told of an incident that had none for so long, and of its end.
 */
export async function tellChannels(deps: Deps, company: CompanyPk): Promise<void> {
  const hasChannels = await deps.database.read(company, async (tx) => (await readEnabledChannels(tx)).length > 0);
  if (!hasChannels) return;
  await commitChange(deps, company, async (tx) => {
    await lockChannels(tx, company);
    for (const channel of await readEnabledChannels(tx)) await tellChannel(tx, deps, channel);
  });
}

async function tellChannel(tx: ChangeTx, deps: Deps, channel: StoredChannel): Promise<void> {
  const { kind } = channel;
  const now = deps.now();
  for (const event of events) {
    if (kind === 'mail') {
      await mailIncidents(tx, deps, { channel, event });
      continue;
    }
    const found = await readIncidentsToTell(tx, channel, { event, now, limit: MAX_PER_CHANNEL });
    const rows = found.map((incident) => ({
      companyFk: channel.companyFk,
      channelFk: channel.pk,
      incidentFk: incident.row.pk,
      event,
      body: deliveryBodies[kind](toldOf(incident, channel, { event, publicUrl: deps.publicUrl })),
      createdAt: new Date(now),
      // Due in any case, by the clock of any worker.
      nextTryAt: new Date(0),
    }));
    queueJobsOnCommit(tx, 'deliveries', (await insertDeliveries(tx, rows)).map(deliveryJob));
  }
}

function toldOf(
  { row, item, count, kinds }: FoundIncident,
  { language, timeZoneId }: StoredChannel,
  { event, publicUrl }: { event: DeliveryEvent; publicUrl: string },
): Told {
  const reader = { address: '', language, timeZoneId };
  const isOver = event === 'resolved';
  return {
    event,
    text: composeIncidentMail(reader, [{ ...item, count }], { isOver, publicUrl }).subject,
    url: `${publicUrl.replace(/\/+$/u, '')}/${language}/incidents/${row.pk}`,
    incident: {
      pk: row.pk,
      cause: row.cause,
      name: row.name,
      address: row.address,
      alert_kinds: kinds,
      device_count: count,
      first_at: row.firstAt.toISOString(),
      opened_at: row.openedAt.toISOString(),
      acknowledged_at: row.acknowledgedAt?.toISOString() ?? null,
      resolved_at: row.resolvedAt?.toISOString() ?? null,
    },
  };
}
