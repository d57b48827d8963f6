import { alertsChanged } from './browser-down/alert.ts';
import { alive } from './browser-down/alive.ts';
import { commandState } from './browser-down/command-state.ts';
import {
  deviceAdded,
  deviceChanged,
  deviceRemoved,
  devicesChangedAlike,
  devicesMoved,
  devicesRemovedFromView,
  groupTreeChanged,
} from './browser-down/device.ts';
import {
  announcementEvents,
  bulkProgress,
  licenceChanged,
  reconnectForChangedRights,
  remoteSessionsChanged,
} from './browser-down/announcements.ts';
import { storedFrameFormatsChanged } from './browser-down/frame-formats.ts';
import { companyFrameTraffic } from './browser-down/frame-traffic.ts';
import { remoteSessionCutNotice } from './browser-down/session-cut.ts';
import { remoteSessionWarning } from './browser-down/session-warning.ts';
import { rateLimited } from './browser-down/rate-limited.ts';
import { incidentsChanged } from './browser-down/incidents.ts';
import { processes } from './browser-down/processes.ts';
import { consoleSessionEnded } from './browser-down/session-ended.ts';
import { summary } from './browser-down/summary.ts';
import { systemUsage } from './browser-down/system-usage.ts';
import { thumbnail, thumbnailSame } from './browser-down/thumbnail.ts';

/** All messages from the gateway to a browser. */
export const browserDown = {
  alive,
  systemUsage,
  thumbnail,
  thumbnailSame,
  frameFormats: storedFrameFormatsChanged,
  frameTraffic: companyFrameTraffic,
  deviceChanged,
  devicesChanged: devicesChangedAlike,
  deviceAdded,
  deviceRemoved,
  devicesRemoved: devicesRemovedFromView,
  devicesMoved,
  groupChanged: groupTreeChanged,
  summary,
  processes,
  commandState,
  alerts: alertsChanged,
  incidents: incidentsChanged,
  licenceChanged,
  bulkProgress,
  rightsChanged: reconnectForChangedRights,
  ...announcementEvents,
  rateLimited,
  sessionEnded: consoleSessionEnded,
  sessionWarning: remoteSessionWarning,
  sessionCut: remoteSessionCutNotice,
  remoteSessionsChanged,
} as const;
