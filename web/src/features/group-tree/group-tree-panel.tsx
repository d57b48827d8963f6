import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconFolderPlus, IconSearch } from '@tabler/icons-react';
import { createGroup } from '@vigil/shared/contract/routes/people';
import { useSetAtom } from 'jotai';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch, useNavigate, useParams } from 'react-router-dom';
import { parseDevicePk, useDevicePanelPath, useListPath, useListScope } from '../../entities/device/device-address.ts';
import { useDevicesInSession } from '../../entities/device/running-sessions.ts';
import { createGroupDialog } from '../../entities/group/dialogs.ts';
import { countPerGroup, type GroupTree } from '../../entities/group/group-tree.ts';
import { useGroupDeviceIndex, useGroups } from '../../entities/group/use-groups.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useFleetLoaded, useLiveData } from '../../live/use-fleet.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { notifyWarning } from '../../ui/toasts.ts';
import { TreeList } from './tree-list.tsx';
import type { TreeRowCounts } from './tree-row-view.tsx';
import type { SideTreeRow } from './tree-rows.ts';
import { useTreeRows } from './use-tree-rows.ts';
import classes from './tree.module.css';

export function GroupTreePanel() {
  const { t } = useTranslation('tree');
  const { viewer } = useViewer();
  const denialOf = useGuestSessionDenial();
  const addressOf = useListPath();
  const deviceAddressOf = useDevicePanelPath();
  const navigate = useNavigate();
  const openDialog = useSetAtom(openDialogAtom);
  const scope = useListScope();
  const { devicePk } = useParams();
  const { tree, query } = useGroups();
  const [filter, setFilter] = useState('');
  const { rows, setOpen } = useTreeRows(tree, scope, filter);
  const countOf = useRowCounts(tree);

  const select = (row: SideTreeRow) => {
    if (row.kind === 'group' && !row.node.isPermitted) return notifyWarning(t('no_access'));
    if (row.kind === 'device') void navigate(deviceAddressOf(row.pk));
    else void navigate(addressOf(row.kind === 'group' ? row.node.group.pk : row.id));
  };
  const detail = parseDevicePk(devicePk);
  // On another page, the tree leads to lists of devices; it tells nothing of what that page shows.
  const isList = useMatch('/:lang/device/*') !== null;
  const selectedId = !isList ? null : typeof scope === 'number' ? `g${scope}` : scope;

  return (
    <div className={classes.panel}>
      <div className={classes.top}>
        <TextInput
          size="xs"
          aria-label={t('filter')}
          placeholder={t('filter')}
          leftSection={<IconSearch size={14} stroke={1.8} />}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        {viewer.flags.isAdmin && (
          <DisableWithReason label={t('add_group')} reason={denialOf(createGroup)}>
            <ActionIcon
              size={30}
              aria-label={t('add_group')}
              onClick={() => openDialog(createGroupDialog({ parent: null }))}
            >
              <IconFolderPlus size={17} stroke={1.6} />
            </ActionIcon>
          </DisableWithReason>
        )}
      </div>
      <QueryContent query={query} failed={t('failed')} loading={8}>
        {() => (
          <>
            {isFilteredOut(rows, filter) && (
              <Text role="status" size="sm" c="dimmed" px="md" pb="md">
                {t('no_match')}
              </Text>
            )}
            <TreeList
              tree={tree}
              rows={rows}
              selectedIds={new Set([selectedId ?? '', detail === null ? '' : `d${detail}`])}
              countOf={countOf}
              isAdmin={viewer.flags.isAdmin}
              onSelect={select}
              onOpen={setOpen}
            />
          </>
        )}
      </QueryContent>
    </div>
  );
}

/** All devices and the favourites stay whatever is typed. */
const isFilteredOut = (rows: readonly SideTreeRow[], filter: string): boolean =>
  filter.trim() !== '' && rows.every(({ kind }) => kind === 'all' || kind === 'favourites');

function useRowCounts(tree: GroupTree): (row: SideTreeRow) => TreeRowCounts | null {
  const { all, favourites, counts } = useGroupDeviceIndex(tree);
  const { store, alerts } = useLiveData();
  const alerting = useSyncExternalStore(alerts.subscribe, alerts.openDevices);
  const trouble = countPerGroup(
    tree,
    [...alerting].map((pk) => store.get(pk)),
  );
  const inSession = countPerGroup(
    tree,
    useDevicesInSession().map((pk) => store.get(pk)),
  );
  const loaded = useFleetLoaded();
  return (row) => {
    // Zeros would be untrue until the list is there.
    if (!loaded) return null;
    if (row.kind === 'all') return { ...all, trouble: 0, inSession: 0 };
    if (row.kind === 'favourites') return { ...favourites, trouble: 0, inSession: 0 };
    const pk = row.kind === 'group' ? row.node.group.pk : null;
    const count = pk === null ? undefined : counts.get(pk);
    if (pk === null || count === undefined) return null;
    return { ...count, trouble: trouble.get(pk) ?? 0, inSession: inSession.get(pk) ?? 0 };
  };
}
