import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { obstacleTo, type MenuAction } from '@vigil/shared/domain/device-actions';
import { createTextSearch, foldForSearch, searchWordsOf } from '@vigil/shared/domain/search-text';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { actionIconOf, actionIcons } from '../../entities/device/device-action-icons.ts';
import { parseDevicePk } from '../../entities/device/device-address.ts';
import {
  bulkActionsByFrequency,
  showsSkippedDevices,
  applicableMenuSections,
  remoteSessionActions,
} from '../../entities/device/device-menu.ts';
import { selectionAtom } from '../../entities/device/selection.ts';
import { useActionLabel } from '../../entities/device/use-action-label.ts';
import { useBulkActionPreview } from '../../entities/device/use-bulk-action-preview.ts';
import { useDeviceActions } from '../../entities/device/use-device-actions.ts';
import { useLicenceNotice } from '../../entities/device/use-licence-notice.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import classes from './palette.module.css';

const allActions = Object.keys(actionIcons) as MenuAction[];

/** Actions whose verb has the device as its object: "Reboot BUSAN-PC-00015". */
const transitive: ReadonlySet<MenuAction> = new Set(['reboot', 'shutdown', 'delete', 'edit', 'approve', 'reject']);

/**
 * The actions for the selected devices, or else for the one whose detail is open; impossible ones with their reason.
 */
export function useSelectedDeviceActions(): SpotlightActionGroupData {
  const selection = useAtomValue(selectionAtom);
  const opened = parseDevicePk(useParams()['devicePk']);
  const ofSelection = useSelectionActions();
  const ofDevice = useOpenedActions();
  if (selection.size > 0) return ofSelection(selection);
  return opened === null ? { group: '', actions: [] } : ofDevice(opened);
}

/** How many devices are offered for one typed action. */
const FEW = 4;

interface NamedActions {
  group: SpotlightActionGroupData;
  /** Whether the name of a device is all that is missing. */
  lacksName: boolean;
}

/**
 * The actions for devices that are neither open nor selected, from the words of both: "reb seoul" reboots a device of
 * that name.
 */
export function useNamedDeviceActions(query: string): NamedActions {
  const { t } = useTranslation('shell');
  const { store } = useLiveData();
  const labelOf = useActionLabel();
  const actionsOf = useOpenedActions();
  const opened = parseDevicePk(useParams()['devicePk']);
  const words = searchWordsOf(query);
  const labels = allActions.map((action) => foldForSearch(labelOf(action)));
  const isAction = (word: string) => labels.some((label) => label.includes(word));
  const names = words.filter((word) => !isAction(word));
  const group = t('palette.actions');
  if (names.length === words.length || names.length === 0)
    return { group: { group, actions: [] }, lacksName: words.length > 0 && names.length === 0 };
  const isNamed = createTextSearch(names.join(' '));
  const devices = [...store.all()]
    .filter(({ pk, alias }) => pk !== opened && isNamed(alias))
    .toSorted((a, b) => (a.alias < b.alias ? -1 : 1))
    .slice(0, FEW);
  const actions = devices.flatMap(({ pk }) =>
    actionsOf(pk).actions.map((action) => ({ ...action, id: `${action.id}-${pk}` })),
  );
  return { group: { group, actions }, lacksName: false };
}

function useSelectionActions(): (selection: ReadonlySet<DevicePk>) => SpotlightActionGroupData {
  const { t } = useTranslation('devices');
  const { viewer } = useViewer();
  const act = useDeviceActions();
  const bulkText = useBulkActionPreview();
  const actionOf = useActionData();
  return (selection) => ({
    group: t('selected', { count: selection.size }),
    actions: [
      ...(selection.size === 1 ? remoteSessionActions(viewer) : []),
      ...bulkActionsByFrequency.first,
      ...bulkActionsByFrequency.more,
    ].flatMap((action) => {
      const { text, reasons, concerned, possible } = bulkText(action, selection);
      if (concerned.length === 0) return [];
      const run = () => act(action, showsSkippedDevices(action) ? concerned : possible);
      return [actionOf(action, { label: text, reason: possible.length === 0 ? reasons : null, run })];
    }),
  });
}

function useOpenedActions(): (pk: DevicePk) => SpotlightActionGroupData {
  const { t } = useTranslation(['shell', 'devices']);
  const { store } = useLiveData();
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const act = useDeviceActions();
  const labelOf = useActionLabel();
  const actionOf = useActionData();
  return (pk) => {
    const device = store.get(pk);
    if (!device) return { group: '', actions: [] };
    const textOf = (action: MenuAction): string => {
      if (action === 'favourite' && device.favourite !== null) return t('devices:favourite_remove');
      return labelOf(action);
    };
    return {
      group: device.alias,
      actions: applicableMenuSections(device, viewer)
        .flat()
        .filter((action) => action !== 'detail')
        .map((action) => {
          const obstacle = obstacleTo(action, viewer, device);
          const names = { action: textOf(action), name: device.alias };
          const label = transitive.has(action) ? t('palette.act_on', names) : t('palette.act_for', names);
          const reason = obstacle && of(obstacle, pk);
          return { ...actionOf(action, { label, reason, run: () => act(action, [pk]) }), keywords: [names.action] };
        }),
    };
  };
}

interface Offer {
  label: string;
  /** Why it is not possible now, or null. */
  reason: string | null;
  run: () => void;
}

function useActionData(): (action: MenuAction, offer: Offer) => SpotlightActionData {
  const block = useLicenceNotice();
  const { viewer } = useViewer();
  return (action, { label, reason, run }) => {
    const Shape = actionIconOf(action, viewer);
    const shared = { id: `subject-${action}`, label, leftSection: <Shape size={18} stroke={1.6} /> };
    if (reason === null) return { ...shared, onClick: run };
    const notice = block(action);
    if (notice) return { ...shared, description: reason, onClick: notice };
    return {
      ...shared,
      description: reason,
      className: classes.denied,
      'aria-disabled': true,
      closeSpotlightOnTrigger: false,
    };
  };
}
