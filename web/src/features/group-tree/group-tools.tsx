import { ActionIcon, Kbd, Menu } from '@mantine/core';
import {
  IconFolderPlus,
  IconFolderSymlink,
  IconGauge,
  IconPencil,
  IconPlus,
  IconSettings,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import type { Group } from '@vigil/shared/contract/group';
import { problems } from '@vigil/shared/contract/problems';
import { createEnrolToken } from '@vigil/shared/contract/routes/devices';
import { createGroup } from '@vigil/shared/contract/routes/people';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { enrolDialog } from '../../entities/device/dialogs.ts';
import { createGroupDialog } from '../../entities/group/dialogs.ts';
import { useGroupActions, type GroupAction } from '../../entities/group/use-group-actions.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { groupShortcutNames } from './group-keys.ts';
import classes from './tree.module.css';

interface GroupToolsProps {
  group: Group;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/** The administrator's menu of a group. */
export function GroupTools({ group, opened, onChange }: GroupToolsProps) {
  const { t } = useTranslation(['tree', 'enrol']);
  const language = useLanguage();
  const openDialog = useSetAtom(openDialogAtom);
  const denialOf = useGuestSessionDenial();
  return (
    <Menu position="bottom-start" withinPortal opened={opened} onChange={onChange}>
      <Menu.Target>
        <ActionIcon
          className={classes.gear}
          size={22}
          tabIndex={-1}
          aria-label={t('options', { name: group.name })}
          onClick={(event) => event.stopPropagation()}
        >
          <IconSettings size={15} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <DisableWithReason reason={denialOf(createEnrolToken)}>
          <Menu.Item leftSection={<IconPlus size={15} />} onClick={() => openDialog(enrolDialog({ group: group.pk }))}>
            {t('enrol:add')}
          </Menu.Item>
        </DisableWithReason>
        <DisableWithReason
          reason={denialOf(createGroup) ?? (group.flag_df_group === 1 ? problems.default_group[language] : null)}
        >
          <Menu.Item
            leftSection={<IconFolderPlus size={15} />}
            onClick={() => openDialog(createGroupDialog({ parent: group.pk }))}
          >
            {t('add_subgroup')}
          </Menu.Item>
        </DisableWithReason>
        <Menu.Item
          leftSection={<IconSettings size={15} />}
          component={Link}
          to={`/${language}/groups/detail/${group.pk}`}
        >
          {t('settings')}
        </Menu.Item>
        <ActionItem action="rename" group={group} label={t('rename')} icon={IconPencil} />
        <ActionItem action="limit" group={group} label={t('limit')} icon={IconGauge} />
        <ActionItem action="move" group={group} label={t('move_group')} icon={IconFolderSymlink} />
        <ActionItem action="delete" group={group} label={t('delete')} icon={IconTrash} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface ActionItemProps {
  action: GroupAction;
  group: Group;
  label: string;
  icon: Icon;
}

function ActionItem({ action, group, label, icon: Shape }: ActionItemProps) {
  const { reasonAgainst, start } = useGroupActions();
  const key = groupShortcutNames[action];
  return (
    <DisableWithReason reason={reasonAgainst(action, group)}>
      <Menu.Item
        leftSection={<Shape size={15} />}
        rightSection={
          key && (
            <Kbd size="xs" aria-hidden="true">
              {key.shown}
            </Kbd>
          )
        }
        aria-keyshortcuts={key?.spoken}
        {...(action === 'delete' ? { c: 'var(--state-danger)' } : {})}
        onClick={() => start(action, group)}
      >
        {label}
      </Menu.Item>
    </DisableWithReason>
  );
}
