import { alertsChanged, incidentsChanged } from './browser-down/alerts.ts';
import {
  announcementEvents,
  bulkProgress,
  licenceChanged,
  reconnectForChangedRights,
  remoteSessionsChanged,
} from './browser-down/announcements.ts';
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
import { alive, summary, systemUsage } from './browser-down/fleet-state.ts';
import { storedFrameFormatsChanged, companyFrameTraffic, thumbnail, thumbnailSame } from './browser-down/frames.ts';
import { processes } from './browser-down/processes.ts';
import { remoteSessionCutNotice, remoteSessionWarning } from './browser-down/remote-session.ts';
import { rateLimited, consoleSessionEnded } from './browser-down/session.ts';

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
