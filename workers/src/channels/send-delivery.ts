import { createHmac } from 'node:crypto';
import { deliveryJob, SEALED_CHANNEL_SECRET, SEALED_CHANNEL_URL } from '@vigil/shared/platform/channels';
import { openSecret } from '@vigil/shared/platform/secret-box';
import { defineWorker } from '../define-worker.ts';
import type { Deps } from '../deps.ts';
import { claimDelivery, findDueDeliveries, recordAttempt } from './delivery-queries.ts';

/** The receiver makes the same over the time, a dot and the body, and refuses times that are old. */
export const signatureOf = (secret: string, time: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;

/**
 * Sends one delivery, if this job claims it first. A failure is stored with the time of the next attempt; a worker that
 * died leaves a claim that lapses, so that a receiver may get a delivery twice, by the same number.
 */
export const deliveriesWorker = defineWorker('deliveries', async (deps, { pk }) => {
  const { database, channelKeys, postToChannel, now } = deps;
  const claimed = await database.asSystem((tx) => claimDelivery(tx, pk, now()));
  if (!claimed) return;
  const { delivery, channel } = claimed;
  const body = JSON.stringify(delivery.body);
  const startedAt = now();
  const time = String(Math.floor(startedAt / 1_000));
  const signed = channel.sealedSecret
    ? {
        'x-vigil-time': time,
        'x-vigil-signature': signatureOf(
          openSecret(channelKeys, channel.sealedSecret, SEALED_CHANNEL_SECRET),
          time,
          body,
        ),
      }
    : {};
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Vigil',
    'x-vigil-delivery': String(pk),
    'x-vigil-event': delivery.event,
    ...signed,
  };
  const posted = await postToChannel(openSecret(channelKeys, channel.sealedUrl, SEALED_CHANNEL_URL), { body, headers });
  await database.asSystem((tx) => recordAttempt(tx, delivery, { ...posted, startedAt, endedAt: now() }));
});

const BATCH = 200;

/** Queues the deliveries that are due: new ones whose job was lost, and those to be tried again. */
export async function queueDueDeliveries({ database, queues, now }: Deps): Promise<void> {
  const due = await database.readAll((tx) => findDueDeliveries(tx, now(), BATCH));
  if (due.length > 0) await queues.add('deliveries', due.map(deliveryJob));
}
