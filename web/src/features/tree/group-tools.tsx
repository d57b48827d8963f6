import { ActionIcon, Menu } from '@mantine/core';
import type { Group } from '@vigil/shared/contract/group';
import { IconDots, IconFolderPlus, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { DenialTooltip } from '../../ui/denial-tooltip.tsx';
import classes from './tree.module.css';

/** The administrator's menu of a group. */
export function GroupTools({ group }: { group: Group }) {
  const { t } = useTranslation(['tree', 'enrol']);
  const openDialog = useSetAtom(openDialogAtom);
  const reserved = group.flag_df_group === 1 ? t('default_group') : null;
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon
          className={classes.gear}
          size={22}
          tabIndex={-1}
          aria-label={t('options', { name: group.name })}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item leftSection={<IconPlus size={15} />} onClick={() => openDialog({ kind: 'enrol', group: group.pk })}>
          {t('enrol:add')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFolderPlus size={15} />}
          onClick={() => openDialog({ kind: 'group-create', parent: group.pk })}
        >
          {t('add_subgroup')}
        </Menu.Item>
        <DenialTooltip reason={reserved}>
          <Menu.Item
            leftSection={<IconPencil size={15} />}
            onClick={() => openDialog({ kind: 'group-rename', pk: group.pk })}
          >
            {t('rename')}
          </Menu.Item>
        </DenialTooltip>
        <DenialTooltip reason={reserved}>
          <Menu.Item
            leftSection={<IconTrash size={15} />}
            c="var(--state-danger)"
            onClick={() => openDialog({ kind: 'group-delete', pk: group.pk })}
          >
            {t('delete')}
          </Menu.Item>
        </DenialTooltip>
      </Menu.Dropdown>
    </Menu>
  );
}
