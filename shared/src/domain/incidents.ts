import type { AlertPk, DevicePk, GroupPk, IncidentPk } from '../contract/ids.ts';
import { alertKindNumbers, type AlertKind } from './thresholds.ts';

/** An incident takes what begins within this time of its first alert. */
export const INCIDENT_WINDOW_MS = 120_000;
/** The cause of an incident may change for this long after its opening; then it is fixed, and told by mail. */
export const INCIDENT_CAUSE_SETTLING_MS = 30_000;
/**
 * What begins again within this time of the end is the same incident. Its end is told only afterwards, so that nothing
 * that was told as over begins again in silence, and a device that is away for a minute, again and again, makes no
 * pairs of mails.
 */
export const INCIDENT_REOPENING_MS = 180_000;
const MIN_SITE_DEVICES = 3;
const MIN_GROUP_DEVICES = 2;

export type IncidentOrigin =
  /** Devices behind one public address are disconnected. */
  | { readonly kind: 'site'; readonly address: string }
  /** Devices of a group have alerts of one kind; null for several kinds that are told together. */
  | { readonly kind: 'group'; readonly group: GroupPk; readonly alertKind: AlertKind | null }
  | { readonly kind: 'device'; readonly device: DevicePk };

export interface IncidentPlanAlert {
  readonly pk: AlertPk;
  readonly device: DevicePk;
  readonly group: GroupPk;
  readonly alertKind: AlertKind;
  /** The public address of the device; null if it never had one. */
  readonly address: string | null;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
}

/** An incident whose cause is fixed, or that is over. */
export interface IncidentOfFixedCause {
  readonly pk: IncidentPk;
  readonly cause: IncidentOrigin;
  readonly firstAt: number;
  /** Null while one of its alerts is open. */
  readonly resolvedAt: number | null;
}

export interface IncidentGroupingResult {
  readonly joined: ReadonlyMap<IncidentPk, readonly IncidentPlanAlert[]>;
  readonly opened: readonly { readonly cause: IncidentOrigin; readonly alerts: readonly IncidentPlanAlert[] }[];
}

export interface IncidentGroupingInput {
  /** The alerts without an incident, and the alerts of incidents that are not settled. */
  readonly alerts: readonly IncidentPlanAlert[];
  readonly settled: readonly IncidentOfFixedCause[];
  /** How many devices behind a public address are connected. */
  readonly connectedAt: (address: string) => number;
}

interface Rule {
  readonly causeOf: (alert: IncidentPlanAlert) => IncidentOrigin | null;
  readonly isIncident: (devices: number, cause: IncidentOrigin) => boolean;
}

const rulesFor = ({ connectedAt }: Pick<IncidentGroupingInput, 'connectedAt'>): readonly Rule[] => [
  {
    causeOf: ({ alertKind, address }) =>
      alertKind === alertKindNumbers.disconnected && address !== null ? { kind: 'site', address } : null,
    // At least half of the devices that were connected there.
    isIncident: (devices, cause) =>
      cause.kind === 'site' && devices >= MIN_SITE_DEVICES && devices >= connectedAt(cause.address),
  },
  {
    causeOf: ({ group, alertKind }) => ({ kind: 'group', group, alertKind }),
    isIncident: (devices) => devices >= MIN_GROUP_DEVICES,
  },
  { causeOf: ({ device }) => ({ kind: 'device', device }), isIncident: () => true },
];

/** Two causes with the same key are the same cause. */
export function causeKey(cause: IncidentOrigin): string {
  if (cause.kind === 'site') return `site ${cause.address}`;
  return cause.kind === 'group' ? `group ${cause.group} ${cause.alertKind}` : `device ${cause.device}`;
}

/**
 * Groups alerts that begin together: an alert belongs to an incident by the first rule that fits, in the order site,
 * group and kind, device. Each alert is in exactly one, and the order in which they are given makes no difference.
 */
export function groupAlertsIntoIncidents(facts: IncidentGroupingInput): IncidentGroupingResult {
  const joined = new Map<IncidentPk, IncidentPlanAlert[]>();
  const opened: { cause: IncidentOrigin; alerts: readonly IncidentPlanAlert[] }[] = [];
  let rest = facts.alerts.toSorted((a, b) => a.at - b.at || a.pk - b.pk);
  for (const rule of rulesFor(facts)) {
    const byCause = Map.groupBy(rest, (alert) => keyOf(rule.causeOf(alert)));
    rest = byCause.get(null) ?? [];
    for (const [key, alerts] of byCause) {
      const cause = alerts[0] && rule.causeOf(alerts[0]);
      if (key === null || !cause) continue;
      const settled = facts.settled.filter((incident) => causeKey(incident.cause) === key);
      const unknown = alerts.filter((alert) => {
        const incident = settled.findLast((one) => takes(one, alert));
        if (!incident) return true;
        const members = joined.get(incident.pk);
        if (members) members.push(alert);
        else joined.set(incident.pk, [alert]);
        return false;
      });
      const { incidents, left } = splitByWindow(unknown, (devices) => rule.isIncident(devices, cause));
      opened.push(...incidents.map((one) => ({ cause, alerts: one })));
      rest.push(...left);
    }
    rest.sort((a, b) => a.at - b.at || a.pk - b.pk);
  }
  return { joined, opened };
}

const keyOf = (cause: IncidentOrigin | null): string | null => cause && causeKey(cause);

const takes = ({ firstAt, resolvedAt }: IncidentOfFixedCause, { at }: IncidentPlanAlert): boolean =>
  at <= firstAt + INCIDENT_WINDOW_MS || (resolvedAt !== null && at <= resolvedAt + INCIDENT_REOPENING_MS);

/** Cuts alerts, in the order of their times, into incidents of one window each; `left` are those that are too few. */
function splitByWindow(alerts: readonly IncidentPlanAlert[], isIncident: (devices: number) => boolean) {
  const incidents: (readonly IncidentPlanAlert[])[] = [];
  const left: IncidentPlanAlert[] = [];
  let start = 0;
  let end = 0;
  // The devices of the window, by how many alerts each has in it.
  const devices = new Map<DevicePk, number>();
  const count = (alert: IncidentPlanAlert, by: 1 | -1) => {
    const next = (devices.get(alert.device) ?? 0) + by;
    if (next === 0) devices.delete(alert.device);
    else devices.set(alert.device, next);
  };
  for (let first = alerts[start]; first; first = alerts[start]) {
    const last = first.at + INCIDENT_WINDOW_MS;
    for (let next = alerts[end]; next && next.at <= last; next = alerts[end]) {
      count(next, 1);
      end += 1;
    }
    if (isIncident(devices.size)) {
      incidents.push(alerts.slice(start, end));
      devices.clear();
      start = end;
    } else {
      left.push(first);
      count(first, -1);
      start += 1;
    }
  }
  return { incidents, left };
}
