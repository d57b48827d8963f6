import { ActionIcon, Button } from '@mantine/core';
import { IconUserPlus, IconX } from '@tabler/icons-react';
import type { GroupDetail, GroupUser } from '@vigil/shared/contract/http/groups';
import type { UserSummary } from '@vigil/shared/contract/http/users';
import type { UserPk } from '@vigil/shared/contract/ids';
import { addGroupMember, removeGroupMember, readUserAccessDetails } from '@vigil/shared/contract/routes/people';
import { memberTypeOf } from '@vigil/shared/domain/member-types';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countGrantedBelow, missingParents, type GrantableGroup } from '../../entities/group/group-grants.ts';
import { useChangeGroupAccess } from '../../entities/group/use-change-group-access.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { pickUserDialog } from '../../entities/user/dialogs.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { Section } from '../../ui/page.tsx';
import { PagedRows } from '../../ui/paged-list.tsx';
import { useRunGroupChange } from './use-save-group.ts';

/** Spec 3 §9. */
const ROWS_AT_FIRST = 10;

/** The user was deleted, or given the group, since the list was read. */
const isOutdated = (error: unknown): boolean =>
  isApiProblem(error) && (error.code === 'not_found' || error.code === 'conflict');

/** Who sees the group. What goes along, parents or subgroups, is done in one confirmed step (decision 29). */
export function GroupUsers({ group }: { group: GroupDetail }) {
  const { t } = useTranslation(['group', 'common']);
  const { api } = useServices();
  const { run } = useRunGroupChange();
  const { run: runAddition } = useRunGroupChange((error) => (isOutdated(error) ? t('users.not_addable') : null));
  const openDialog = useSetAtom(openDialogAtom);
  const denialOf = useGuestSessionDenial();
  const [page, setPage] = useState({ index: 0, size: ROWS_AT_FIRST });

  const grant = useChangeGroupAccess(runAddition);
  const revoke = useChangeGroupAccess(run);
  const question =
    (user: UserPk, textOf: (group: GrantableGroup, groups: readonly GrantableGroup[]) => string | null) => async () => {
      const { objects } = await api.call(readUserAccessDetails, { params: { pk: String(user) } });
      const groups = objects[0]?.groups ?? [];
      const own = groups.find(({ pk }) => pk === group.pk);
      const text = own ? textOf(own, groups) : null;
      return text === null ? null : { title: t('users.title'), text, submit: t('users.go_on') };
    };
  const add = ({ pk, name }: UserSummary) =>
    grant({
      work: (along) =>
        api.call(addGroupMember, {
          body: { device_group_fk: group.pk, member_fk: pk, with_parents: along ? 1 : 0 },
        }),
      code: 'parent_group_required',
      question: question(pk, (own, groups) =>
        missingParents(own, groups).length > 0 ? t('users.with_parents', { name }) : null,
      ),
      done: t('users.user_in_group_add_success', { name }),
    });
  const remove = ({ pk, link_pk, name }: GroupUser) =>
    revoke({
      work: (along) =>
        api.call(removeGroupMember, {
          params: { pk: String(link_pk) },
          query: { with_subgroups: along ? '1' : '0' },
        }),
      code: 'subgroup_permission_first',
      question: question(pk, (own, groups) =>
        countGrantedBelow(own, groups) > 0 ? t('users.with_subgroups', { name }) : null,
      ),
      done: t('users.user_in_group_remove_success', { name }),
    });
  const choose = () =>
    openDialog(
      pickUserDialog({
        title: t('users.choose'),
        approversOnly: false,
        group: group.pk,
        onPick: (one) => void add(one),
      }),
    );

  const columns: readonly Column<GroupUser>[] = [
    { id: 'name', label: t('users.name'), render: ({ name }) => name },
    { id: 'id', label: t('users.id'), render: ({ mgrid }) => mgrid },
    {
      id: 'type',
      label: t('users.type'),
      render: ({ userType }) => t(`common:member_type.${memberTypeOf(userType)}`),
    },
    {
      id: 'remove',
      label: t('users.actions'),
      labelled: 'hidden',
      render: (user) => (
        <DisableWithReason reason={denialOf(removeGroupMember)} label={t('users.remove', { name: user.name })}>
          <ActionIcon size={24} aria-label={t('users.remove', { name: user.name })} onClick={() => void remove(user)}>
            <IconX size={14} />
          </ActionIcon>
        </DisableWithReason>
      ),
    },
  ];
  return (
    <Section
      title={t('users.title')}
      text={t('users.text')}
      tools={
        <DisableWithReason reason={denialOf(addGroupMember)}>
          <Button variant="default" leftSection={<IconUserPlus size={15} />} onClick={choose}>
            {t('users.add')}
          </Button>
        </DisableWithReason>
      }
    >
      <PagedRows
        rows={group.users.slice(page.index * page.size, (page.index + 1) * page.size)}
        total={group.users.length}
        page={page}
        onPage={setPage}
        empty={{ title: t('users.empty') }}
      >
        {(shown) => (
          <DataTable rows={shown} pkOf={({ pk }) => pk} columns={columns} look={{ horizontalSpacing: 'lg' }} />
        )}
      </PagedRows>
    </Section>
  );
}
