import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, useSpotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconDevices,
  IconFileText,
  IconFolder,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSearch,
  IconSun,
  type Icon,
} from '@tabler/icons-react';
import { createEnrolToken } from '@vigil/shared/contract/routes/devices';
import { createTextSearch, foldForSearch, searchWordsOf } from '@vigil/shared/domain/search-text';
import { useSetAtom } from 'jotai';
import { useMemo, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { NavEntry } from '../../entities/area.ts';
import { useDevicePanelPath, useListPath } from '../../entities/device/device-address.ts';
import { enrolDialog } from '../../entities/device/dialogs.ts';
import { OsIcon } from '../../entities/device/os-icon.tsx';
import { dotStateOf, StateDot } from '../../entities/device/state-dot.tsx';
import { groupsOnPathTo } from '../../entities/group/group-tree.ts';
import { useGroupName, useGroups } from '../../entities/group/use-groups.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { useAskBeforeLeaving } from '../../lib/leave-guards.ts';
import { paletteStore, setPaletteQuery } from '../../lib/palette-store.ts';
import { useServices } from '../../lib/services.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { useOpenedGroupActions } from './use-opened-group-actions.tsx';
import { useNamedDeviceActions, useSelectedDeviceActions } from './use-selected-device-actions.tsx';
import { useWallViewActions } from './use-wall-view-actions.tsx';
import classes from './palette.module.css';

const FEW = 8;

/**
 * Ctrl/⌘ K finds every device, group, page and action, and first the actions for the devices that are being worked on.
 * Devices are searched once text is entered; the first few are shown.
 */
export function Palette({ links }: { links: readonly NavEntry[] }) {
  const { t } = useTranslation(['shell', 'common', 'tree']);
  const { query, opened } = useSpotlight(paletteStore);
  // The state of the devices is read when the palette opens, and with each key that is typed.
  const [, setOpened] = useReducer((count: number) => count + 1, 0);
  const named = useNamedDeviceActions(query);
  const groups = [
    useSelectedDeviceActions(),
    named.group,
    useOpenedGroupActions(),
    usePages(links),
    useWallViewActions(opened),
    useActions(),
    useGroupHits(query),
    useDeviceHits(query),
  ].filter(({ actions }) => actions.length > 0);
  return (
    <Spotlight
      store={paletteStore}
      actions={groups}
      query={query}
      onSpotlightOpen={setOpened}
      // By itself it is emptied when it has left the screen, which is later than a quick hand opens it again and types.
      clearQueryOnClose={false}
      onSpotlightClose={() => setPaletteQuery('')}
      filter={(typed, all) => matching(typed, all as SpotlightActionGroupData[])}
      nothingFound={t(named.lacksName ? 'palette.name_device' : 'palette.nothing')}
      // The shell handles the shortcut, even before the palette is loaded.
      shortcut={null}
      scrollable
      maxHeight={420}
      // Its field stays where it is, however much is found.
      centered={false}
      classNames={{
        action: classes.action ?? '',
        actionDescription: classes.description ?? '',
        actionSection: classes.section ?? '',
      }}
      attributes={{ content: { 'aria-label': t('search') } }}
      overlayProps={{ blur: 0 }}
      size="md"
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.7} />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
      }}
    />
  );
}

/**
 * Devices and groups are matched already; pages and actions match when their label, or their synonyms, have every typed
 * word. An action for a device needs a word of its own among them, or the name of an open device would bring all of its
 * actions.
 */
function matching(query: string, groups: SpotlightActionGroupData[]): SpotlightActionGroupData[] {
  const hasEveryWord = createTextSearch(query);
  const words = searchWordsOf(query);
  const matches = ({ label = '', keywords = '' }: SpotlightActionData): boolean => {
    if (typeof keywords === 'string') return keywords === 'matched' || hasEveryWord(`${label} ${keywords}`);
    const ownWords = foldForSearch(keywords.join(' '));
    return hasEveryWord(label) && words.some((word) => ownWords.includes(word));
  };
  return groups
    .map(({ group, actions }) => ({
      group,
      actions: actions.filter(matches),
    }))
    .filter(({ actions }) => actions.length > 0);
}

/** Stops at the first few matches. */
function firstFew<T>(all: Iterable<T>, fits: (one: T) => boolean): T[] {
  const found: T[] = [];
  for (const one of all) {
    if (fits(one)) found.push(one);
    if (found.length === FEW) break;
  }
  return found;
}

/** The pages that the menus offer, and the favourites. */
function usePages(links: readonly NavEntry[]): SpotlightActionGroupData {
  const { t } = useTranslation(['shell', 'tree', 'navigation']);
  const language = useLanguage();
  const navigate = useNavigate();
  const page = (path: string, label: string, Shape: Icon, keywords = '') => ({
    id: path,
    label,
    keywords,
    leftSection: <Shape size={18} stroke={1.6} />,
    onClick: () => void navigate(`/${language}/${path}`),
  });
  return {
    group: t('palette.pages'),
    actions: [
      // The link of a menu may lead to the first page in it.
      ...[...new Map(links.map((link) => [link.path, link])).values()].map(({ id, path }) =>
        page(
          path,
          t(`navigation:title.${id}`),
          id === 'devices' ? IconDevices : IconFileText,
          t(`navigation:synonyms.${id}`),
        ),
      ),
      page('device/favorate', t('tree:favourites'), IconDevices),
    ],
  };
}

function useActions(): SpotlightActionGroupData {
  const { t } = useTranslation('shell');
  const { signOut } = useServices();
  const askBeforeLeaving = useAskBeforeLeaving();
  const { viewer } = useViewer();
  const denial = useGuestSessionDenial()(createEnrolToken);
  const { setColorScheme } = useMantineColorScheme();
  const openDialog = useSetAtom(openDialogAtom);
  const add = {
    id: 'add',
    label: t('palette.add_device'),
    leftSection: <IconPlus size={18} stroke={1.6} />,
    onClick: () => openDialog(enrolDialog({ group: null })),
  };
  return {
    group: t('palette.actions'),
    actions: [
      ...(viewer.flags.isAdmin && denial === null ? [add] : []),
      {
        id: 'light',
        label: t('palette.theme_light'),
        leftSection: <IconSun size={18} stroke={1.6} />,
        onClick: () => setColorScheme('light'),
      },
      {
        id: 'dark',
        label: t('palette.theme_dark'),
        leftSection: <IconMoon size={18} stroke={1.6} />,
        onClick: () => setColorScheme('dark'),
      },
      {
        id: 'sign-out',
        label: t('palette.sign_out'),
        leftSection: <IconLogout size={18} stroke={1.6} />,
        onClick: () => askBeforeLeaving(() => signOut(null)),
      },
    ],
  };
}

function useGroupHits(query: string): SpotlightActionGroupData {
  const { t } = useTranslation('shell');
  const { tree } = useGroups();
  const listAddressOf = useListPath();
  const navigate = useNavigate();
  const hits = useMemo(() => {
    const isFound = createTextSearch(query);
    return firstFew(tree.byPk.values(), ({ group, isPermitted }) => isPermitted && isFound(group.name));
  }, [tree, query]);
  return {
    group: t('palette.groups'),
    actions: hits.map((node) => ({
      id: `group-${node.group.pk}`,
      label: node.group.name,
      description: groupsOnPathTo(node.parent ?? undefined)
        .map(({ name }) => name)
        .join(' › '),
      keywords: 'matched',
      leftSection: <IconFolder size={18} stroke={1.6} />,
      onClick: () => void navigate(listAddressOf(node.group.pk)),
    })),
  };
}

function useDeviceHits(query: string): SpotlightActionGroupData {
  const { t } = useTranslation('shell');
  const { store } = useLiveData();
  const { viewer } = useViewer();
  const navigate = useNavigate();
  const addressOf = useDevicePanelPath();
  const groupNameOf = useGroupName();
  const hits = useMemo(() => {
    if (query.trim() === '') return [];
    const isFound = createTextSearch(query);
    return (
      [...store.all()]
        .filter(({ alias, s_pri_ip, s_pub_ip, mac_addr }) => isFound(alias, s_pri_ip, s_pub_ip, mac_addr))
        // By code units: ten thousand names are sorted with every key that is typed.
        .toSorted((a, b) => (a.alias < b.alias ? -1 : 1))
        .slice(0, FEW)
    );
  }, [store, query]);
  return {
    group: t('palette.devices'),
    actions: hits.map((device) => ({
      id: `device-${device.pk}`,
      label: device.alias,
      description: `${groupNameOf(device.device_group_fk)} · ${device.s_pri_ip ?? device.s_pub_ip ?? ''}`,
      keywords: 'matched',
      leftSection: <OsIcon os={device.dev_os_id} size={18} />,
      rightSection: <StateDot state={dotStateOf(device, viewer)} />,
      onClick: () => void navigate(addressOf(device.pk)),
    })),
  };
}
