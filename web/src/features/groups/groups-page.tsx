import { ActionIcon, Anchor, Button, Group as Line, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import {
  IconArrowLeft,
  IconFolderOff,
  IconFolderPlus,
  IconLayoutGrid,
  IconSearch,
  IconTable,
  IconTrash,
} from '@tabler/icons-react';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { createGroup, deleteGroup } from '@vigil/shared/contract/routes/people';
import { createTextSearch } from '@vigil/shared/domain/search-text';
import { useAtom, useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { createGroupDialog } from '../../entities/group/dialogs.ts';
import { groupsOnPathTo, type GroupNode } from '../../entities/group/group-tree.ts';
import { useGroupCounts, useGroups } from '../../entities/group/use-groups.ts';
import { ImportButton } from '../../entities/import/import-button.tsx';
import { createPreferenceAtom } from '../../entities/preference/preferences.ts';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { DeletionProgressSection } from '../../ui/deletion-outcomes.tsx';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { EmptyNote, NoMatches } from '../../ui/empty-note.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { notifyWarning } from '../../ui/toasts.ts';
import { GroupIcons } from './group-icons.tsx';
import { GroupTable } from './group-table.tsx';
import { useGroupDeletion } from './use-group-deletion.ts';
import classes from './groups.module.css';

type GroupsView = 'list' | 'icon';

const isGroupsView = (value: unknown): value is GroupsView => value === 'list' || value === 'icon';

const groupsViewAtom = createPreferenceAtom<GroupsView>('groups_view', 'list', isGroupsView);

const none: ReadonlySet<GroupPk> = new Set();

/** More at once would only make the page long; the search finds the others. */
const ROWS_AT_ONCE = 200;

/** The groups of one level (spec 3 §2), for administrators. */
export function GroupsPage() {
  const { t } = useTranslation('groups');
  const language = useLanguage();
  const { groupPk } = useParams();
  const { tree, query } = useGroups();
  if (query.isPending || query.isError) return <QueryContent query={query} failed={t('failed')} loading={8} />;
  const parent = groupPk === undefined ? undefined : tree.byPk.get(Number(groupPk) as GroupPk);
  if (groupPk !== undefined && !parent)
    return (
      <EmptyNote
        icon={<IconFolderOff stroke={1.4} />}
        title={t('gone')}
        text={t('gone_text')}
        action={
          <Button component={Link} to={`/${language}/management/groups`} variant="default">
            {t('title')}
          </Button>
        }
      />
    );
  // Another level begins without the search and the selection of this one.
  return <Level key={groupPk} parent={parent} nodes={parent?.children ?? tree.roots} />;
}

interface LevelProps {
  parent: GroupNode | undefined;
  nodes: readonly GroupNode[];
}

function Level({ parent, nodes }: LevelProps) {
  const { t } = useTranslation('groups');
  const language = useLanguage();
  const navigate = useNavigate();
  const openDialog = useSetAtom(openDialogAtom);
  const denialOf = useGuestSessionDenial();
  const { bulk_import } = useInstallationSettings();
  const { tree } = useGroups();
  const counts = useGroupCounts(tree);
  const [view, setView] = useAtom(groupsViewAtom);
  const [text, setText] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<GroupPk>>(none);
  const { ask: remove, deletion, close } = useGroupDeletion((left) => setSelected(new Set(left)));
  const isFound = createTextSearch(text);
  const found = nodes.filter(({ group }) => isFound(group.name));
  const chosen = nodes.filter(({ group }) => selected.has(group.pk));
  const isInSight = new Set(found.slice(0, ROWS_AT_ONCE));
  const isDefault = parent?.isDefault === true;
  const above = parent?.parent?.group.pk;
  const up = `/${language}/management/groups${above === undefined ? '' : `/${above}`}`;
  const add = (
    <DisableWithReason reason={denialOf(createGroup) ?? (isDefault ? t('default_has_none') : null)}>
      <Button
        leftSection={<IconFolderPlus size={16} />}
        onClick={() => openDialog(createGroupDialog({ parent: parent?.group.pk ?? null }))}
      >
        {t('add')}
      </Button>
    </DisableWithReason>
  );
  const tools = (
    <Line gap="xs">
      {bulk_import && !parent && <ImportButton to={`/${language}/management/groups/excel`} />}
      {add}
    </Line>
  );
  const shared = { nodes: found.slice(0, ROWS_AT_ONCE), parentLevelPath: parent ? up : null, counts, onDelete: remove };
  return (
    <Page title={parent?.group.name ?? t('title')} titleNamesItem={parent !== undefined} tools={tools} isWide>
      <nav className={classes.path} aria-label={t('path')}>
        {parent && (
          <Tooltip label={t('back')}>
            <ActionIcon variant="default" size={26} aria-label={t('back')} onClick={() => void navigate(up)}>
              <IconArrowLeft size={15} />
            </ActionIcon>
          </Tooltip>
        )}
        {parent ? (
          <Anchor component={Link} to={`/${language}/management/groups`} size="sm">
            {t('root')}
          </Anchor>
        ) : (
          <span aria-current="page">{t('root')}</span>
        )}
        {groupsOnPathTo(parent).map(({ pk, name }, index, path) =>
          index === path.length - 1 ? (
            <span key={pk} aria-current="page">
              {name}
            </span>
          ) : (
            <Anchor key={pk} component={Link} to={`/${language}/management/groups/${pk}`} size="sm">
              {name}
            </Anchor>
          ),
        )}
      </nav>
      {deletion && <DeletionProgressSection deletion={deletion} nameOf={({ group }) => group.name} onClose={close} />}
      <Panel label={t('title')}>
        <Line gap="xs" className={classes.tools ?? ''}>
          <TextInput
            size="xs"
            className={classes.find ?? ''}
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={14} stroke={1.8} />}
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
          <SegmentedControl
            size="xs"
            aria-label={t('view.label')}
            value={view}
            onChange={setView}
            data={[
              { value: 'list', label: <ViewName icon={IconTable} name={t('view.list')} /> },
              { value: 'icon', label: <ViewName icon={IconLayoutGrid} name={t('view.icon')} /> },
            ]}
          />
          {view === 'list' && (
            <DisableWithReason reason={denialOf(deleteGroup)}>
              <Button
                size="xs"
                variant="light"
                color="red"
                leftSection={<IconTrash size={14} />}
                onClick={() => (chosen.length === 0 ? notifyWarning(t('select_delete_group')) : remove(chosen))}
              >
                {chosen.length === 0 ? t('delete') : t('delete_selected', { count: chosen.length })}
              </Button>
            </DisableWithReason>
          )}
        </Line>
        {found.length === 0 && text.trim() !== '' && <NoMatches onClear={() => setText('')} />}
        {nodes.length === 0 && !parent && (
          <EmptyNote icon={<IconFolderOff stroke={1.4} />} title={t('empty')} text={t('empty_text')} />
        )}
        {(found.length > 0 || (parent !== undefined && text.trim() === '')) &&
          (view === 'list' ? (
            <GroupTable {...shared} selected={selected} onSelect={setSelected} />
          ) : (
            <GroupIcons {...shared} />
          ))}
        {found.length > ROWS_AT_ONCE && (
          <p className={classes.more}>{t('more', { shown: ROWS_AT_ONCE, total: found.length })}</p>
        )}
        {view === 'list' && (
          <SelectionBar
            count={chosen.length}
            hidden={chosen.filter((node) => !isInSight.has(node)).length}
            onClear={() => setSelected(none)}
          />
        )}
      </Panel>
    </Page>
  );
}

function ViewName({ icon: Shape, name }: { icon: typeof IconTable; name: string }) {
  return (
    <span className={classes.view} title={name}>
      <Shape size={15} stroke={1.7} aria-hidden="true" />
      <span className="visually-hidden">{name}</span>
    </span>
  );
}
