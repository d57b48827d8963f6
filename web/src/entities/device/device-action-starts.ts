import type { DevicePk } from '@vigil/shared/contract/ids';
import { isMenuCommand, type MenuAction, type MenuCommand } from '@vigil/shared/domain/device-actions';
import type { Viewer } from '@vigil/shared/domain/permissions';
import type { DialogRequest } from '../../lib/dialog-stack.ts';
import type { Services } from '../../lib/services.ts';
import type { FleetStore } from '../../live/fleet-store.ts';
import { accessDialogFor, needsAccessPledge, requestsAccess } from '../approval/approvals.ts';
import { approvalDialog, pledgeDialog } from '../approval/dialogs.ts';
import type { useSendCommands } from '../command/use-send-commands.ts';
import type { useDevicePanelPath } from './device-address.ts';
import {
  assignConfigDialog,
  commandDialog,
  deviceLocationDialog,
  editDeviceDialog,
  installApplicationDialog,
  livePreviewDialog,
  moveDialog,
  possibleCloneDialog,
  remoteSessionDialog,
  tagDialog,
} from './dialogs.ts';
import type { BulkActionAnswer } from './use-bulk-report.ts';
import type { useDeviceMutations } from './use-device-mutations.ts';

/** What the starts of actions use. */
interface StartTools {
  readonly api: Services['api'];
  readonly store: FleetStore;
  readonly viewer: Viewer;
  readonly changes: ReturnType<typeof useDeviceMutations>;
  readonly send: ReturnType<typeof useSendCommands>;
  readonly addressOf: ReturnType<typeof useDevicePanelPath>;
  readonly navigate: (address: string) => void;
  readonly openDialog: (request: DialogRequest) => void;
  readonly reportApproval: (answer: BulkActionAnswer) => void;
  readonly reportFavourite: (marked: boolean) => void;
}

type Devices = readonly [DevicePk, ...DevicePk[]];
type Start = (pks: Devices, tools: StartTools) => void | Promise<void>;

/** Asks before it acts: the dialog names the devices, and what will happen to them. */
const confirm =
  (type: MenuCommand | 'approve' | 'reject'): Start =>
  (pks, { openDialog }) =>
    openDialog(commandDialog({ type, pks }));

const openSession =
  (action: 'remote' | 'view' | 'transfer'): Start =>
  ([pk], { openDialog }) =>
    openDialog(remoteSessionDialog({ action, pk }));

const decideOnClone =
  (action: 'split' | 'merge' | 'dismiss'): Start =>
  ([pk], { openDialog }) =>
    openDialog(possibleCloneDialog({ action, pk }));

/** Without a dialog for one device, because nothing is lost by it. */
const atOnce =
  (start: Start, otherwise: Start): Start =>
  (pks, tools) =>
    (pks.length === 1 ? start : otherwise)(pks, tools);

const requestAccess: Start = async ([pk], { api, store, openDialog }) => {
  const request = await accessDialogFor(api, { pk, alias: store.get(pk)?.alias ?? '' });
  const open = () => openDialog(approvalDialog(request));
  if (requestsAccess(request) && (await needsAccessPledge(api, pk)))
    openDialog(pledgeDialog({ lead: 'request', onAgree: open }));
  else open();
};

const approve: Start = async (pks, { changes, reportApproval }) =>
  reportApproval(await changes.change(pks, { action: 'approve' }, pks.length));

const showOnMap: Start = ([pk], { store, openDialog }) => {
  const { latitude = null, longitude = null, alias = '' } = store.get(pk) ?? {};
  if (latitude !== null && longitude !== null)
    openDialog(deviceLocationDialog({ pk, latitude, longitude, agentName: alias }));
};

const actionStarts: { readonly [A in Exclude<MenuAction, MenuCommand>]: Start } = {
  detail: ([pk], { navigate, addressOf }) => navigate(addressOf(pk)),
  live: ([pk], { openDialog }) => openDialog(livePreviewDialog({ pk })),
  favourite: async ([pk], { changes, reportFavourite }) => reportFavourite(await changes.toggleFavourite(pk)),
  approve: (pks, tools) =>
    (tools.viewer.usesApproval ? requestAccess : atOnce(approve, confirm('approve')))(pks, tools),
  reject: confirm('reject'),
  remote: openSession('remote'),
  view: openSession('view'),
  transfer: openSession('transfer'),
  edit: ([pk], { openDialog }) => openDialog(editDeviceDialog({ pk })),
  config: (pks, { openDialog }) => openDialog(assignConfigDialog({ pks })),
  tag: (pks, { openDialog }) => openDialog(tagDialog({ pks })),
  move: (pks, { openDialog }) => openDialog(moveDialog({ pks })),
  location: showOnMap,
  split: decideOnClone('split'),
  merge: decideOnClone('merge'),
  dismiss: decideOnClone('dismiss'),
  application_install: (pks, { openDialog }) => openDialog(installApplicationDialog({ pks })),
};

/** The commands that do not always ask first. */
const commandStarts: { readonly [C in MenuCommand]?: Start } = {
  information: atOnce(async (pks, { send }) => {
    await send.bulk('information', pks, pks.length);
  }, confirm('information')),
  process_list: atOnce(
    ([pk], { navigate, addressOf }) => navigate(addressOf(pk, 'processes')),
    confirm('process_list'),
  ),
};

/** How an action begins for the devices that were chosen. `deviceActionRules` says who may do it, and when. */
export const deviceActionStart = (action: MenuAction): Start =>
  isMenuCommand(action) ? (commandStarts[action] ?? confirm(action)) : actionStarts[action];
