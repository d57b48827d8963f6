import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconFolderPlus, IconSearch } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { countGroups, type Count } from '../../entities/group/group-tree.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { devicePkOf, useScope } from '../../entities/device/device-address.ts';
import { useGroups } from '../../entities/group/use-groups.ts';
import { useLanguage } from '../../lib/language.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useFleet, useFleetLoaded, useFleetVersion } from '../../live/use-fleet.ts';
import { FailedState, LoadingRows } from '../../ui/list-state.tsx';
import { TreeList } from './tree-list.tsx';
import type { TreeRow } from './tree-rows.ts';
import classes from './tree.module.css';
import { useTreeRows } from './use-tree-rows.ts';

export function GroupTreePanel() {
  const { t } = useTranslation('tree');
  const { viewer } = useViewer();
  const language = useLanguage();
  const navigate = useNavigate();
  const openDialog = useSetAtom(openDialogAtom);
  const scope = useScope();
  const { devicePk } = useParams();
  const { tree, query } = useGroups();
  const loaded = useFleetLoaded();
  const [filter, setFilter] = useState('');
  const { rows, setOpen } = useTreeRows(tree, scope, filter);
  const countOf = useRowCounts(tree);

  const select = (row: TreeRow) => {
    if (row.kind === 'group' && row.node.group.has_permission === 0) return;
    if (row.kind === 'device') void navigate(`/${language}/device/${scope ?? 'all'}/${row.pk}`);
    else void navigate(`/${language}/device/${row.kind === 'group' ? row.node.group.pk : row.kind}`);
  };
  const detail = devicePkOf(devicePk);
  const selectedId = typeof scope === 'number' ? `g${scope}` : scope;

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
          <Tooltip label={t('add_group')}>
            <ActionIcon
              size={30}
              aria-label={t('add_group')}
              onClick={() => openDialog({ kind: 'group-create', parent: null })}
            >
              <IconFolderPlus size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {query.isError ? (
        <FailedState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : !loaded && query.isPending ? (
        <LoadingRows rows={8} />
      ) : (
        <TreeList
          tree={tree}
          rows={rows}
          selectedIds={new Set([selectedId ?? '', detail === null ? '' : `d${detail}`])}
          countOf={countOf}
          isAdmin={viewer.flags.isAdmin}
          onSelect={select}
          onOpen={setOpen}
        />
      )}
    </div>
  );
}

function useRowCounts(tree: Parameters<typeof countGroups>[0]): (row: TreeRow) => Count | null {
  const { store } = useFleet();
  const version = useFleetVersion();
  return useMemo(() => {
    const groups = countGroups(tree, store.all());
    const all: Count = { total: 0, online: 0 };
    const favourites: Count = { total: 0, online: 0 };
    for (const { alive, favorate } of store.all()) {
      all.total += 1;
      all.online += alive;
      if (!favorate) continue;
      favourites.total += 1;
      favourites.online += alive;
    }
    return (row) =>
      row.kind === 'all'
        ? all
        : row.kind === 'favorate'
          ? favourites
          : row.kind === 'group'
            ? (groups.get(row.node.group.pk) ?? null)
            : null;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for what the store holds
  }, [tree, store, version]);
}
