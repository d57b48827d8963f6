import { updateAlerts } from '../alerts/update-alerts.ts';
import { defineWorker } from '../define-worker.ts';

export const thresholdsWorker = defineWorker('thresholds', (deps, { company }) => updateAlerts(deps, company));
