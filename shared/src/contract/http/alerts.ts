import * as z from 'zod';
import { AlertCode, alertFacts, alertTimes } from '../alert.ts';
import { endpoint } from '../endpoint.ts';
import { AlertPk, DevicePk, GroupPk } from '../ids.ts';
import { ListMeta } from '../list-query.ts';
import * as alerts from '../routes/alerts.ts';

/** More would not help a reader; `total_count` says how many there are. */
export const MAX_OPEN_ALERTS = 10_000;

export const OpenAlert = z.object({
  pk: AlertPk,
  device_pk: DevicePk,
  alert_code: AlertCode,
  ...alertFacts,
  ...alertTimes,
  at: z.iso.datetime(),
});
export type OpenAlert = z.infer<typeof OpenAlert>;

export const listOpenAlerts = endpoint(alerts.listOpenAlerts, {
  summary: 'List the open alerts of the devices that the caller may see, newest first',
  query: z.object({ open: z.literal('1') }),
  objects: z.array(OpenAlert).max(MAX_OPEN_ALERTS),
  /**
   * Of all open alerts in sight: `device_count` devices have one, `over_threshold_count` devices are over a threshold
   * of a measured value now, `groups` are those with such devices, without their subgroups.
   */
  meta: ListMeta.extend({
    device_count: z.int(),
    over_threshold_count: z.int(),
    groups: z.array(z.object({ group_pk: GroupPk, device_count: z.int() })),
  }),
});

/**
 * The bell counts the incidents that were opened after `until`. A moment before the one that is stored changes nothing,
 * and one in the future counts as now. The other consoles of the user learn of it by `alerts_seen`.
 */
export const markIncidentsSeenUntil = endpoint(alerts.markIncidentsSeenUntil, {
  audits: { none: 'of their own screen' },
  summary: 'Say until when the incidents in the bell were looked at',
  body: z.object({ until: z.iso.datetime() }),
  objects: z.array(z.object({ until: z.iso.datetime() })).length(1),
});
