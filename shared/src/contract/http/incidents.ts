import * as z from 'zod';
import { AlertCode, alertFacts, alertTimes } from '../alert.ts';
import { endpoint } from '../endpoint.ts';
import { AlertPk, DevicePk, GroupPk, IncidentPk, pkInPath } from '../ids.ts';
import { MAX_INCIDENT_NOTE, MAX_UNKNOWN_SPANS } from '../limits.ts';
import { ListMeta, dateRangeParams, pageQuery } from '../list-query.ts';
import { incidentCauses, incidentStates } from '../names.ts';
import * as alerts from '../routes/alerts.ts';

/** More alerts of one incident would not help a reader; `alert_count` says how many there are. */
export const MAX_INCIDENT_ALERTS = 1_000;

export const IncidentAlert = z.object({
  pk: AlertPk,
  device_pk: DevicePk,
  device_alias: z.string(),
  alert_code: AlertCode,
  ...alertFacts,
  ...alertTimes,
  /**
   * Spans in which its value was not known, and was again afterwards; `unknown_since` begins the one that goes on, or
   * went on to its end.
   */
  unknown_spans: z.array(z.tuple([z.iso.datetime(), z.iso.datetime()])).max(MAX_UNKNOWN_SPANS),
  at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
});
export type IncidentAlert = z.infer<typeof IncidentAlert>;

/** Counts and alerts are of the devices that the caller may see. Times are ISO 8601 UTC. */
export const Incident = z.object({
  pk: IncidentPk,
  state: z.literal(incidentStates),
  cause: z.enum(incidentCauses),
  /** Of a site: its public address. */
  address: z.string().nullable(),
  /** Of a group: the group, and the kind of the alerts (spec 3 §3). */
  group_pk: GroupPk.nullable(),
  alert_kind: z.int().min(1).max(7).nullable(),
  /** Of a single device. */
  device_pk: DevicePk.nullable(),
  /** The name of the group or device when it was opened; empty for a site. */
  name: z.string(),
  device_count: z.int(),
  /** Of a site, for callers who see all groups: the devices that were connected there. */
  site_count: z.int().nullable(),
  /** The kinds of its alerts (spec 3 §3). */
  alert_kinds: z.array(z.int().min(1).max(7)),
  alert_count: z.int(),
  open_count: z.int(),
  /** Of the open ones, those whose value is not known at present. */
  unknown_count: z.int(),
  /** What the incident is about: its oldest open alert, one with a known value first; when all are over, its first. */
  leading_alert: IncidentAlert.nullable(),
  first_at: z.iso.datetime(),
  opened_at: z.iso.datetime(),
  acknowledged_at: z.iso.datetime().nullable(),
  acknowledged_by: z.string(),
  note: z.string(),
  /**
   * Channels that are told of what nobody acknowledges, in the order of time: `told` at this moment, or to be told then
   * if still nobody has. Only for callers who see all groups: a channel may be told of devices out of sight.
   */
  escalations: z.array(z.object({ channel: z.string(), at: z.iso.datetime(), told: z.boolean() })),
  resolved_at: z.iso.datetime().nullable(),
});
export type Incident = z.infer<typeof Incident>;

export const listIncidents = endpoint(alerts.listIncidents, {
  summary: 'List the incidents of the devices that the caller may see',
  query: pageQuery({ by: ['opened_at', 'resolved_at'], order: 'desc' }).extend({
    ...dateRangeParams,
    /** `open` are also the acknowledged ones. */
    state: z.enum(['all', 'open', 'resolved']).default('all'),
    /** Those with alerts of this device, or of the devices of this group and its subgroups. */
    device_pk: pkInPath(DevicePk).optional(),
    group_pk: pkInPath(GroupPk).optional(),
    /** A part of the name of a device with an alert, of the group or of the address. */
    search_value: z.string().trim().max(200).optional(),
  }),
  objects: z.array(Incident),
  /**
   * Independent of the query: `open_count` are not resolved, and of these `unseen_count` were opened after the caller
   * last looked at the bell, which was at `seen_until`. `has_thresholds` is false while no group has a threshold, so
   * that nothing can be found.
   */
  meta: ListMeta.extend({
    open_count: z.int(),
    unseen_count: z.int(),
    seen_until: z.iso.datetime().nullable(),
    has_thresholds: z.boolean(),
  }),
});

export const readIncident = endpoint(alerts.readIncident, {
  summary: 'Read an incident with its alerts, the newest first',
  params: z.object({ pk: pkInPath(IncidentPk) }),
  objects: z.array(Incident.extend({ alerts: z.array(IncidentAlert).max(MAX_INCIDENT_ALERTS) })).length(1),
});

/** Problems: `incident_state` if it is over. */
export const updateIncident = endpoint(alerts.updateIncident, {
  audits: ['incidentAcknowledged', 'incidentResolved'],
  summary: 'Acknowledge an incident, with a note, or resolve it',
  params: z.object({ pk: pkInPath(IncidentPk) }),
  body: z.object({
    state: z.enum(['acknowledged', 'resolved']),
    note: z.string().trim().max(MAX_INCIDENT_NOTE).optional(),
  }),
  objects: z.array(Incident).length(1),
});
