import type { ProblemDefinition } from './problem-definition.ts';

/** Incidents and the thresholds of alerts. */
export const incidentProblems = {
  incident_state: { status: 409, retry: 'fresh' },
  please_select_device_type: { status: 422 },
  please_select_alert_type: { status: 422 },
  please_input_alert_time: { status: 422 },
  please_input_alert_value: { status: 422 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
