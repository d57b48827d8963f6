import { ActionIcon, Anchor, Checkbox, Table, Tooltip } from '@mantine/core';
import { IconFolder, IconSettings, IconTrash } from '@tabler/icons-react';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { GroupCount, GroupNode } from '../../entities/group/group-tree.ts';
import { useGroupActions } from '../../entities/group/use-group-actions.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import table from '../../ui/data-table.module.css';
import classes from './groups.module.css';

export interface GroupRowsProps {
  nodes: readonly GroupNode[];
  /** The address of the level above; null at the top. */
  parentLevelPath: string | null;
  counts: ReadonlyMap<GroupPk, GroupCount>;
  onDelete: (nodes: readonly GroupNode[]) => void;
}

interface GroupTableProps extends GroupRowsProps {
  selected: ReadonlySet<GroupPk>;
  onSelect: (selected: ReadonlySet<GroupPk>) => void;
}

export function GroupTable({ nodes, parentLevelPath, counts, onDelete, selected, onSelect }: GroupTableProps) {
  const { t } = useTranslation('groups');
  const language = useLanguage();
  const { reasonAgainst } = useGroupActions();
  const deletable = nodes.filter(({ group }) => reasonAgainst('delete', group) === null);
  const isAll = deletable.length > 0 && deletable.every(({ group }) => selected.has(group.pk));
  const select = (pk: GroupPk, on: boolean) =>
    onSelect(new Set(on ? [...selected, pk] : [...selected].filter((one) => one !== pk)));
  return (
    <div className={classes.scroll}>
      <Table
        className={`${table.table} ${table.folds} ${classes.table}`}
        verticalSpacing={6}
        horizontalSpacing="sm"
        fz="sm"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40}>
              <Checkbox
                size="xs"
                aria-label={t('select_all')}
                checked={isAll}
                indeterminate={!isAll && selected.size > 0}
                onChange={() => onSelect(isAll ? new Set() : new Set(deletable.map(({ group }) => group.pk)))}
              />
            </Table.Th>
            <Table.Th>{t('column.name')}</Table.Th>
            <Table.Th>{t('column.devices')}</Table.Th>
            <Table.Th>{t('column.manager')}</Table.Th>
            <Table.Th>{t('column.email')}</Table.Th>
            <Table.Th>{t('column.phone')}</Table.Th>
            <Table.Th w={76} className={classes.actions ?? ''}>
              <span className="visually-hidden">{t('column.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parentLevelPath !== null && (
            <Table.Tr>
              <Table.Td />
              <Table.Td colSpan={6}>
                <Anchor component={Link} to={parentLevelPath} fz="inherit" aria-label={t('up')}>
                  ..
                </Anchor>
              </Table.Td>
            </Table.Tr>
          )}
          {nodes.map((node) => {
            const { pk, name, manager_name, manager_email, manager_phone } = node.group;
            const reason = reasonAgainst('delete', node.group);
            return (
              <Table.Tr key={pk}>
                <Table.Td className={table.select ?? ''}>
                  <Checkbox
                    size="xs"
                    aria-label={t('select', { name })}
                    checked={selected.has(pk)}
                    disabled={reason !== null}
                    onChange={({ currentTarget: { checked } }) => select(pk, checked)}
                  />
                </Table.Td>
                <Table.Td>
                  <Anchor
                    component={Link}
                    to={`/${language}/management/groups/${pk}`}
                    fz="inherit"
                    className={classes.name ?? ''}
                  >
                    <IconFolder size={16} stroke={1.6} aria-hidden="true" />
                    {name}
                  </Anchor>
                </Table.Td>
                <Table.Td>{t('devices', { count: counts.get(pk)?.total ?? 0 })}</Table.Td>
                <Table.Td data-label={t('column.manager')}>{manager_name || NO_VALUE}</Table.Td>
                <Table.Td data-label={t('column.email')}>{manager_email || NO_VALUE}</Table.Td>
                <Table.Td data-label={t('column.phone')}>{manager_phone || NO_VALUE}</Table.Td>
                <Table.Td className={classes.actions ?? ''}>
                  <GroupButtons node={node} reason={reason} onDelete={onDelete} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface GroupButtonsProps {
  node: GroupNode;
  /** Why the group cannot be deleted, or null. */
  reason: string | null;
  onDelete: GroupRowsProps['onDelete'];
}

export function GroupButtons({ node, reason, onDelete }: GroupButtonsProps) {
  const { t } = useTranslation('groups');
  const language = useLanguage();
  const { pk, name } = node.group;
  return (
    <span className={classes.buttons}>
      <Tooltip label={t('settings')}>
        <ActionIcon
          component={Link}
          to={`/${language}/groups/detail/${pk}`}
          size={26}
          aria-label={t('settings_of', { name })}
        >
          <IconSettings size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <DisableWithReason label={t('delete')} reason={reason}>
        <ActionIcon
          size={26}
          variant="subtle"
          color="red"
          aria-label={t('delete_of', { name })}
          onClick={() => onDelete([node])}
        >
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      </DisableWithReason>
    </span>
  );
}
