import { alertRaised } from './browser-down/alert.ts';
import { aliveChanged } from './browser-down/alive.ts';
import { commandStateChanged } from './browser-down/command-state.ts';
import { deviceAdded, deviceChanged, deviceRemoved, groupChanged } from './browser-down/device.ts';
import { approvalChanged, noticePosted, policyChanged, ticketChanged } from './browser-down/notices.ts';
import { processesChanged } from './browser-down/processes.ts';
import { sessionEnded } from './browser-down/session-ended.ts';
import { summaryChanged } from './browser-down/summary.ts';
import { usageChanged } from './browser-down/system-usage.ts';
import { frame } from './browser-down/thumbnail.ts';

/** Everything the gateway may say to a browser. */
export const browserDown = {
  aliveChanged,
  usageChanged,
  frame,
  deviceChanged,
  deviceAdded,
  deviceRemoved,
  groupChanged,
  summaryChanged,
  processesChanged,
  commandStateChanged,
  alertRaised,
  approvalChanged,
  ticketChanged,
  noticePosted,
  policyChanged,
  sessionEnded,
} as const;
