import { ActionIcon, Button, Table } from '@mantine/core';
import type { GroupDetail, GroupUser } from '@vigil/shared/contract/http/groups';
import type { PersonRow } from '@vigil/shared/contract/http/users';
import { IconUserPlus, IconX } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addGroupMember, removeGroupMember } from '../../endpoints.ts';
import { useAlongQuestion } from '../../entities/group/use-along-question.ts';
import { memberTypeOf } from '@vigil/shared/domain/member-types';
import { useGuestDenial } from '../../entities/session/use-guest-denial.ts';
import { peopleDialog } from '../../entities/person/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { DenialTooltip } from '../../ui/denial-tooltip.tsx';
import { EmptyNote } from '../../ui/list-state.tsx';
import { Section } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import classes from './group-detail.module.css';
import { useGroupChange } from './use-group-detail.ts';

/** Spec 3 §9. */
const ROWS_AT_FIRST = 10;

/** Who sees the group. What goes along, parents or subgroups, is done in one confirmed step (decision 29). */
export function GroupUsers({ group }: { group: GroupDetail }) {
  const { t } = useTranslation(['group', 'common']);
  const { api } = useServices();
  const { run } = useGroupChange(group.pk);
  const openDialog = useSetAtom(openDialogAtom);
  const denialOf = useGuestDenial();
  const [asked, setAsked] = useState({ index: 0, size: ROWS_AT_FIRST });

  const change = useAlongQuestion(run);
  const question = (text: string) => () => Promise.resolve({ title: t('users.title'), text, submit: t('users.go_on') });
  const add = ({ pk, name }: PersonRow) =>
    change({
      work: (along) =>
        api.call(addGroupMember, {
          body: { device_group_fk: group.pk, member_fk: pk, with_parents: along ? 1 : 0 },
        }),
      code: 'parent_group_required',
      question: question(t('users.with_parents', { name })),
      done: t('users.added', { name }),
    });
  const remove = ({ link_pk, name }: GroupUser) =>
    change({
      work: (along) =>
        api.call(removeGroupMember, {
          params: { pk: String(link_pk) },
          query: { with_subgroups: along ? '1' : '0' },
        }),
      code: 'subgroup_permission_first',
      question: question(t('users.with_subgroups', { name })),
      done: t('users.removed', { name }),
    });
  // A page that has lost its rows shows the last one that has some.
  const last = Math.max(0, Math.ceil(group.users.length / asked.size) - 1);
  const page = { ...asked, index: Math.min(asked.index, last) };
  const shown = group.users.slice(page.index * page.size, (page.index + 1) * page.size);
  const choose = () =>
    openDialog(
      peopleDialog({
        title: t('users.choose'),
        approversOnly: false,
        // They see every group without a link.
        withoutAdmins: true,
        onPick: (one) => void add(one),
      }),
    );

  return (
    <Section
      title={t('users.title')}
      text={t('users.text')}
      tools={
        <DenialTooltip reason={denialOf(addGroupMember)}>
          <Button variant="default" leftSection={<IconUserPlus size={15} />} onClick={choose}>
            {t('users.add')}
          </Button>
        </DenialTooltip>
      }
    >
      {group.users.length === 0 ? (
        <EmptyNote title={t('users.empty')} />
      ) : (
        <Table verticalSpacing={5} horizontalSpacing="lg" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('users.name')}</Table.Th>
              <Table.Th>{t('users.id')}</Table.Th>
              <Table.Th>{t('users.type')}</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((user) => (
              <Table.Tr key={user.pk}>
                <Table.Td>{user.name}</Table.Td>
                <Table.Td>{user.mgrid}</Table.Td>
                <Table.Td>{t(`common:member_type.${memberTypeOf(user.userType)}`)}</Table.Td>
                <Table.Td align="right">
                  <DenialTooltip reason={denialOf(removeGroupMember)} label={t('users.remove', { name: user.name })}>
                    <ActionIcon
                      size={24}
                      aria-label={t('users.remove', { name: user.name })}
                      onClick={() => void remove(user)}
                    >
                      <IconX size={14} />
                    </ActionIcon>
                  </DenialTooltip>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {group.users.length > ROWS_AT_FIRST && (
        <div className={classes.pager}>
          <Pager page={page} total={group.users.length} onPage={setAsked} />
        </div>
      )}
    </Section>
  );
}
