import * as z from 'zod';
import { AlertCode } from '../alert.ts';
import { Bit } from '../device.ts';
import { EmailAddress } from '../email-address.ts';
import { endpoint } from '../endpoint.ts';
import { ChannelPk, DeliveryPk, GroupPk, IncidentPk, pkInPath } from '../ids.ts';
import {
  MAX_CHANNEL_ADDRESSES,
  MAX_CHANNEL_GROUPS,
  MAX_CHANNEL_NAME,
  MAX_CHANNEL_URL,
  MAX_ESCALATION_MINUTES,
  MAX_KEPT_DELIVERIES,
} from '../limits.ts';
import { channelKinds, deliveryEvents, deliveryStates, postedChannelKinds } from '../names.ts';
import { cleanName, isVisibleText } from '../patterns.ts';
import * as alerts from '../routes/alerts.ts';

/** Its address may let anybody write to a chat, so that only its host is shown. */
export const Channel = z.object({
  pk: ChannelPk,
  name: z.string(),
  kind: z.enum(channelKinds),
  /** Empty for mail. */
  host: z.string(),
  /** The addresses that get mail; empty for what is posted. */
  to: z.array(z.string()),
  /** Told of incidents with a device of these groups, or of one below; null = all. */
  group_pks: z.array(GroupPk).nullable(),
  /** Told of incidents with one of these alerts; null = all. */
  alert_codes: z.array(AlertCode).nullable(),
  /** Told only of incidents that nobody has acknowledged for so long; null: of each, as soon as its cause is fixed. */
  after_minutes: z.int().nullable(),
  is_enabled: Bit,
  /** The last delivery that has ended. */
  last_delivery: z.object({ state: z.enum(deliveryStates), at: z.iso.datetime() }).nullable(),
  created_at: z.iso.datetime(),
});
export type Channel = z.infer<typeof Channel>;

export const Delivery = z.object({
  pk: DeliveryPk,
  event: z.enum(deliveryEvents),
  incident_pk: IncidentPk.nullable(),
  state: z.enum(deliveryStates),
  tries: z.int(),
  /** Of the last try: the status of the answer, how long it took in milliseconds, and why it failed. */
  status: z.int().nullable(),
  duration_ms: z.int().nullable(),
  error: z.string(),
  created_at: z.iso.datetime(),
  tried_at: z.iso.datetime().nullable(),
  /** While it waits. */
  next_try_at: z.iso.datetime().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

const Url = z
  .url({ protocol: /^https?$/u })
  .max(MAX_CHANNEL_URL)
  .refine((url) => {
    const parsed = URL.parse(url);
    return parsed !== null && parsed.username === '' && parsed.password === '';
  }, 'names a user');

const To = z.array(EmailAddress.max(200)).min(1).max(MAX_CHANNEL_ADDRESSES);

const settings = {
  name: z
    .string()
    .overwrite(cleanName)
    .refine((name) => isVisibleText(name, MAX_CHANNEL_NAME), 'not a name'),
  group_pks: z.array(GroupPk).min(1).max(MAX_CHANNEL_GROUPS).nullable().default(null),
  alert_codes: z.array(AlertCode).min(1).max(35).nullable().default(null),
  after_minutes: z.int().min(1).max(MAX_ESCALATION_MINUTES).nullable().default(null),
  is_enabled: Bit.default(1),
};
const params = z.object({ pk: pkInPath(ChannelPk) });

export const listChannels = endpoint(alerts.listChannels, {
  summary: 'List the channels that are told of incidents',
  objects: z.array(Channel),
});

/**
 * `secret` signs the requests of a webhook and is shown once; chat services and mail have none.
 * @throws Problem `channel_limit`; `duplication_channel_name`; `not_found` for a group that does not exist
 */
export const createChannel = endpoint(alerts.createChannel, {
  audits: ['channel'],
  summary: 'Add a channel; its secret is shown once',
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(postedChannelKinds), url: Url, ...settings }),
    z.object({ kind: z.literal('mail'), to: To, ...settings }),
  ]),
  objects: z.object({ channel: Channel, secret: z.string().nullable() }),
});

/**
 * Without `url` or `to`, its addresses stay.
 * @throws Problem `not_found`, `duplication_channel_name`; `malformed` for those of the other kind
 */
export const updateChannel = endpoint(alerts.updateChannel, {
  audits: ['channel'],
  summary: 'Change a channel',
  params,
  body: z.object({ url: Url.optional(), to: To.optional(), ...settings }),
  objects: z.array(Channel),
});

export const deleteChannel = endpoint(alerts.deleteChannel, {
  audits: ['channel'],
  summary: 'Delete a channel with its deliveries',
  params,
  objects: z.array(ChannelPk),
});

/** The one before signs nothing from now on. @throws Problem `not_found`, `channel_without_secret` */
export const rotateChannelSecret = endpoint(alerts.rotateChannelSecret, {
  audits: ['channel'],
  summary: 'Replace the secret of a webhook; the new one is shown once',
  params,
  objects: z.object({ secret: z.string() }),
});

/**
 * Follow it in the deliveries.
 * @throws Problem `not_found`; `too_many_requests` beyond 30 tests an hour of a company
 */
export const testChannel = endpoint(alerts.testChannel, {
  audits: { none: 'it changes nothing, and its delivery is listed' },
  summary: 'Send a test message to a channel',
  params,
  objects: z.array(DeliveryPk),
});

export const listDeliveries = endpoint(alerts.listDeliveries, {
  summary: 'List the last deliveries of a channel, the newest first',
  params,
  objects: z.array(Delivery).max(MAX_KEPT_DELIVERIES),
});
