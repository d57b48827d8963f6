import { ActionIcon, Anchor, Badge, Checkbox, Table } from '@mantine/core';
import type { ListedUser } from '@vigil/shared/contract/http/users';
import type { UserPk } from '@vigil/shared/contract/ids';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { ColumnHead } from '../../ui/column-head.tsx';
import { DenialTooltip } from '../../ui/denial-tooltip.tsx';
import type { SortKey, UserListView } from './list-address.ts';
import { RoleIcon } from './role-icon.tsx';
import { RuledSwitch } from '../../ui/ruled-switch.tsx';
import { useActiveSwitch } from './use-active-switch.tsx';
import { useChangeDenial } from './use-refusal-text.ts';

interface UserTableProps {
  rows: readonly ListedUser[];
  view: UserListView;
  /** The switches are ignored until then. */
  isLoaded: boolean;
  selected: ReadonlySet<UserPk>;
  onSelect: (selected: ReadonlySet<UserPk>) => void;
  onSort: (by: SortKey) => void;
  onDelete: (user: ListedUser) => void;
}

const columns = ['mgrid', 'name', 'department', 'email', 'phone'] as const;
const isSortable = (column: (typeof columns)[number]): column is Exclude<(typeof columns)[number], 'department'> =>
  column !== 'department';

export function UserTable(props: UserTableProps) {
  const { rows, view, selected, onSelect, onSort } = props;
  const { t } = useTranslation('users');
  const { isAdmin } = useViewer().viewer.flags;
  const denialOf = useChangeDenial();
  const deletable = rows.filter((user) => denialOf('standing', user) === null);
  const isAll = deletable.length > 0 && deletable.every(({ pk }) => selected.has(pk));
  const toggleAll = () => onSelect(new Set(isAll ? [] : deletable.map(({ pk }) => pk)));
  return (
    <Table.ScrollContainer minWidth={860} type="native">
      <Table verticalSpacing={6} horizontalSpacing="sm" fz="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={36}>
              <span className="visually-hidden">{t('column.role')}</span>
            </Table.Th>
            {isAdmin && (
              <Table.Th w={36}>
                <Checkbox
                  size="xs"
                  aria-label={t('select_all')}
                  checked={isAll}
                  indeterminate={!isAll && selected.size > 0}
                  onChange={toggleAll}
                />
              </Table.Th>
            )}
            {columns.map((column) => (
              <ColumnHead
                key={column}
                label={t(`column.${column}`)}
                sorted={view.by === column ? view.order : null}
                onSort={isSortable(column) ? () => onSort(column) : null}
              />
            ))}
            <Table.Th>{t('column.active')}</Table.Th>
            {isAdmin && (
              <Table.Th w={44}>
                <span className="visually-hidden">{t('column.actions')}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((user) => (
            <UserRow key={user.pk} user={user} {...props} isAdmin={isAdmin} denial={denialOf('standing', user)} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface UserRowProps extends UserTableProps {
  user: ListedUser;
  isAdmin: boolean;
  /** Why this user may be neither deactivated nor deleted by the viewer. */
  denial: string | null;
}

function UserRow({ user, isAdmin, denial, isLoaded, selected, onSelect, onDelete }: UserRowProps) {
  const { t } = useTranslation('users');
  const language = useLanguage();
  const setActive = useActiveSwitch();
  const isSelected = selected.has(user.pk);
  const name = user.name || user.mgrid;
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(user.pk)) next.add(user.pk);
    onSelect(next);
  };
  return (
    <Table.Tr data-selected={isSelected || undefined} bg={isSelected ? 'var(--mantine-primary-color-light)' : ''}>
      <Table.Td>
        <RoleIcon type={user.member_type_id} />
      </Table.Td>
      {isAdmin && (
        <Table.Td>
          <DenialTooltip reason={denial}>
            <Checkbox
              size="xs"
              aria-label={t('select', { name: user.mgrid })}
              checked={isSelected}
              disabled={denial !== null}
              onChange={toggle}
            />
          </DenialTooltip>
        </Table.Td>
      )}
      <Table.Td>
        <Anchor component={Link} to={`/${language}/management/managers/${user.pk}`} fz="sm" fw={550}>
          {user.mgrid}
        </Anchor>
        <States user={user} />
      </Table.Td>
      <Table.Td>{user.name}</Table.Td>
      <Table.Td>{user.department}</Table.Td>
      <Table.Td>{user.email}</Table.Td>
      <Table.Td className="tabular">{user.phone}</Table.Td>
      <Table.Td>
        <RuledSwitch
          size="xs"
          aria-label={t('switch', { name })}
          reason={denial}
          checked={user.flag_active === 1}
          onToggle={() => {
            if (isLoaded) void setActive(user, user.flag_active === 1 ? 0 : 1);
          }}
        />
      </Table.Td>
      {isAdmin && (
        <Table.Td>
          <DenialTooltip reason={denial} label={t('delete_one', { name })}>
            <ActionIcon
              size={26}
              variant="subtle"
              color="red"
              aria-label={t('delete_one', { name: user.mgrid })}
              onClick={() => onDelete(user)}
            >
              <IconTrash size={15} stroke={1.7} />
            </ActionIcon>
          </DenialTooltip>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** What keeps a user from signing in. */
export function States({ user }: { user: Pick<ListedUser, 'flag_active' | 'locked' | 'email_verified'> }) {
  const { t } = useTranslation('users');
  const states = [
    user.flag_active === 0 && (['inactive', 'gray', 'var(--mantine-color-text)'] as const),
    user.locked === 1 && (['locked', 'red', 'var(--state-danger)'] as const),
    user.email_verified === 0 && (['unverified', 'yellow', 'var(--state-warning)'] as const),
  ].filter((state) => state !== false);
  return states.map(([state, color, c]) => (
    <Badge key={state} ml={6} size="sm" variant="light" color={color} c={c} tt="none">
      {t(`state.${state}`)}
    </Badge>
  ));
}
