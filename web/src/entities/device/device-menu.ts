import {
  desktopActionOf,
  isMenuCommand,
  isActionApplicable,
  isActionOffered,
  type MenuAction,
} from '@vigil/shared/domain/device-actions';
import type { Viewer } from '@vigil/shared/domain/permissions';
import { isMobile } from '../../lib/browser-system.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';

/** Remote sessions with one device that the viewer is offered; files are not transferred to a phone (spec 2 §6). */
export const remoteSessionActions = (viewer: Viewer): readonly MenuAction[] =>
  (isMobile() ? [desktopActionOf(viewer)] : [desktopActionOf(viewer), 'transfer' as const]).filter((action) =>
    isActionOffered(action, viewer),
  );

/**
 * The menu of a device in its sections (spec 2 §2, context menu): the actions that the viewer is offered, possible now
 * or not.
 */
export function applicableMenuSections(device: FleetDevice, viewer: Viewer): readonly (readonly MenuAction[])[] {
  const sections: readonly (readonly MenuAction[])[] = [
    ['detail', 'live', 'favourite', 'approve', 'reject'],
    remoteSessionActions(viewer),
    ['edit', 'config', 'tag', 'move', 'location'],
    ['split', 'merge', 'dismiss'],
    ['information', 'process_list', 'update', 'application_install', 'agent_restart'],
    ['reboot', 'shutdown', 'wol'],
    ['delete'],
  ];
  return sections
    .map((section) =>
      section.filter((action) => isActionOffered(action, viewer) && isActionApplicable(action, viewer, device)),
    )
    .filter((section) => section.length > 0);
}

/** The actions for many devices at once: the frequent ones, and the rest. */
export const bulkActionsByFrequency = {
  first: ['approve', 'reject', 'reboot', 'shutdown'],
  more: ['agent_restart', 'update', 'application_install', 'information', 'wol', 'config', 'tag', 'move', 'delete'],
} as const satisfies Record<string, readonly MenuAction[]>;

/** Whether an action opens a dialog that names the devices that it leaves out. */
export const showsSkippedDevices = (action: MenuAction): boolean => isMenuCommand(action) || action === 'reject';
