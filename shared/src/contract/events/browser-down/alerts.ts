import * as z from 'zod';
import { AlertCode, alertFacts } from '../../alert.ts';
import { event } from '../../event.ts';
import { AlertPk, DevicePk, IncidentPk } from '../../ids.ts';
import { incidentStates } from '../../names.ts';

/**
 * `alert_code` is `I` + first letter of the device type + 1–7 (spec 3 §3); times in milliseconds since 1970; `ended_at`
 * is null while it is open.
 */
const Alert = z.object({
  pk: AlertPk,
  device_pk: DevicePk,
  alert_code: AlertCode,
  ...alertFacts,
  last_value_at: z.number().nullable(),
  unknown_since: z.number().nullable(),
  at: z.number(),
  ended_at: z.number().nullable(),
});

/** Alerts that were raised, that ended, or whose value became unknown or known again, in batches (decision 93). */
export const alertsChanged = event('alerts', z.object({ rows: z.array(Alert) }));

/**
 * Incidents that were opened or changed, in batches: `state` null says that its alerts are in another incident now.
 * `count` are the devices that the viewer may see.
 */
export const incidentsChanged = event(
  'incidents',
  z.object({
    rows: z.array(
      z.object({
        pk: IncidentPk,
        state: z.literal(incidentStates).nullable(),
        count: z.int().nonnegative(),
      }),
    ),
  }),
);
