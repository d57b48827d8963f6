import { alert } from './browser-down/alert.ts';
import { alive } from './browser-down/alive.ts';
import { commandState } from './browser-down/command-state.ts';
import {
  deviceAdded,
  deviceChanged,
  deviceRemoved,
  devicesMoved,
  devicesRemoved,
  groupChanged,
} from './browser-down/device.ts';
import {
  approvalChanged,
  noticePosted,
  policyChanged,
  sessionsChanged,
  ticketChanged,
} from './browser-down/notices.ts';
import { processes } from './browser-down/processes.ts';
import { sessionEnded } from './browser-down/session-ended.ts';
import { summary } from './browser-down/summary.ts';
import { systemUsage } from './browser-down/system-usage.ts';
import { thumbnail } from './browser-down/thumbnail.ts';

/** All messages from the gateway to a browser. */
export const browserDown = {
  alive,
  systemUsage,
  thumbnail,
  deviceChanged,
  deviceAdded,
  deviceRemoved,
  devicesRemoved,
  devicesMoved,
  groupChanged,
  summary,
  processes,
  commandState,
  alert,
  approvalChanged,
  ticketChanged,
  noticePosted,
  policyChanged,
  sessionsChanged,
  sessionEnded,
} as const;
