import * as z from 'zod';
import { AlertCode } from '../../alert.ts';
import { event } from '../../event.ts';
import { AlertPk, DevicePk } from '../../ids.ts';

/** `alert_code` is `I` + first letter of the device type + 1–7 (spec 3 §3); `at` and `ended_at` in milliseconds since 1970; null while it is open. */
const Alert = z.object({
  pk: AlertPk,
  device_pk: DevicePk,
  alert_code: AlertCode,
  alert_value: z.number().nullable(),
  at: z.number(),
  ended_at: z.number().nullable(),
});

/** Alerts that were raised or that ended, in batches (decision 93). */
export const alertsChanged = event('alerts', z.object({ rows: z.array(Alert) }));
