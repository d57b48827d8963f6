import { Button, Text, TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import { addGroupMember, removeGroupMember } from '@vigil/shared/contract/routes/people';
import { memberTypes } from '@vigil/shared/domain/member-types';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  countGrantedBelow,
  countMissingBelow,
  findGroups,
  missingParents,
  type GrantableGroup,
} from '../../entities/group/group-grants.ts';
import { useChangeGroupAccess } from '../../entities/group/use-change-group-access.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { Section } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { useUserDenialText } from './use-user-denial-text.ts';
import { users, useUserAccessDetails } from './use-users.ts';
import classes from './users.module.css';

const ROW_PX = 40;
const SHOWN_ROWS = 12;
const INDENT_PX = 22;
/** A group stands below its parent, whose name needs no repetition. */
const indentOf = ({ path }: GrantableGroup): number => (path.split('/').length - 1) * INDENT_PX;

/** A toggle for each group, with its path; parents come with their subgroups in one confirmed step (decision 29). */
export function UserGroupGrantsCard({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const query = useUserAccessDetails(user.pk);
  const [typed, setTyped] = useState('');
  const groups = query.data?.groups;
  const found = useMemo(() => findGroups(groups ?? [], typed), [groups, typed]);
  const granted = (groups ?? []).filter(({ link_pk }) => link_pk !== null).length;
  return (
    <Section
      title={t('groups.title')}
      text={t('groups.text')}
      tools={
        <TextInput
          size="xs"
          type="search"
          aria-label={t('groups.search')}
          placeholder={t('groups.search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      }
    >
      <QueryContent query={query} failed={t('groups.failed')} loading={5} />
      {groups && (
        <>
          <Text size="xs" c="dimmed" px={20} py={8} className="tabular" role="status">
            {user.member_type_id === memberTypes.admin
              ? t('denial.target_admin')
              : groups.length === 0
                ? t('groups.empty')
                : found.length === 0
                  ? t('groups.none')
                  : t('groups.count', { granted, total: groups.length })}
          </Text>
          <GroupList user={user} groups={groups} found={found} showsPaths={typed.trim() !== ''} />
        </>
      )}
    </Section>
  );
}

interface GroupListProps {
  user: UserDetail;
  groups: readonly GrantableGroup[];
  found: readonly GrantableGroup[];
  /** Groups that were searched for do not stand below their parents. */
  showsPaths: boolean;
}

function GroupList({ user, groups, found, showsPaths }: GroupListProps) {
  const { t } = useTranslation('users');
  const scroll = useRef<HTMLDivElement>(null);
  const guest = useGuestSessionDenial()(addGroupMember);
  const text = useUserDenialText();
  const { toggle, grantAll } = useGrants(user);
  const missingBelow = useMemo(() => countMissingBelow(groups), [groups]);
  const isAdmin = user.member_type_id === memberTypes.admin;
  const virtual = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  if (found.length === 0) return null;
  return (
    <div ref={scroll} className={classes.groups} style={{ height: Math.min(SHOWN_ROWS, found.length) * ROW_PX }}>
      <div className={classes.canvas} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const group = found[item.index];
          if (!group) return null;
          const reason = guest ?? (group.refusal && text(group.refusal));
          return (
            <div
              key={group.pk}
              className={classes.group}
              style={{
                transform: `translateY(${item.start}px)`,
                paddingInlineStart: 20 + (showsPaths ? 0 : indentOf(group)),
              }}
            >
              <LockableSwitch
                size="xs"
                aria-label={t('groups.grant', { path: group.path })}
                reason={reason}
                checked={group.link_pk !== null || isAdmin}
                onToggle={() => void toggle(group)}
              />
              <Text size="sm" truncate>
                {showsPaths ? group.path : group.name}
              </Text>
              {reason === null && !isAdmin && (missingBelow.get(group.pk) ?? 0) > 0 && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={t('groups.all_below_of', { path: group.path })}
                  onClick={() => void grantAll(group)}
                >
                  {t('groups.all_below')}
                </Button>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Grants or revokes a group; asks first where others come along, and names them by the tree as it is then. */
function useGrants(user: UserDetail): Record<'toggle' | 'grantAll', (group: GrantableGroup) => Promise<void>> {
  const { t } = useTranslation('users');
  const { api } = useServices();
  const problemText = useProblemText();
  const changed = users.useReread();
  const { refetch } = useUserAccessDetails(user.pk);

  const run = useCallback(
    async (work: () => Promise<unknown>, done: string): Promise<void> => {
      try {
        await work();
        notifyDone(done);
      } catch (error) {
        notifyFailed(problemText(error));
      }
      await changed();
    },
    [changed, problemText],
  );
  const change = useChangeGroupAccess(run);
  const question =
    (
      old: GrantableGroup,
      textOf: (group: GrantableGroup, groups: readonly GrantableGroup[]) => { text: string; submit: string } | null,
    ) =>
    async () => {
      const groups = (await refetch()).data?.groups ?? [];
      const group = groups.find(({ pk }) => pk === old.pk) ?? old;
      const texts = textOf(group, groups);
      return texts && { title: group.path, ...texts };
    };

  const grant = (group: GrantableGroup) =>
    change({
      work: (along) => {
        const body = { device_group_fk: group.pk, member_fk: user.pk, with_parents: along ? 1 : 0 } as const;
        return api.call(addGroupMember, { body });
      },
      code: 'parent_group_required',
      question: question(group, (now, groups) => {
        const names = missingParents(now, groups).map(({ name }) => name);
        if (names.length === 0) return null;
        return {
          text: t('groups.with_parents', { names: names.join(', ') }),
          submit: t('groups.grant_all', { count: names.length + 1 }),
        };
      }),
      done: t('groups.granted', { name: group.path }),
    });
  const revoke = (group: GrantableGroup) =>
    change({
      work: (along) => {
        const params = { pk: String(group.link_pk) };
        return api.call(removeGroupMember, { params, query: { with_subgroups: along ? '1' : '0' } });
      },
      code: 'subgroup_permission_first',
      question: question(group, (now, groups) => {
        const count = countGrantedBelow(now, groups);
        if (count === 0) return null;
        return { text: t('groups.with_subgroups', { count }), submit: t('groups.revoke_all', { count: count + 1 }) };
      }),
      done: t('groups.revoked', { name: group.path }),
    });
  const grantAll = (group: GrantableGroup) =>
    change({
      work: () => {
        const along = { with_parents: 1, with_subgroups: 1 } as const;
        return api.call(addGroupMember, { body: { device_group_fk: group.pk, member_fk: user.pk, ...along } });
      },
      code: 'parent_group_required',
      question: question(group, (now, groups) => {
        const count = countMissingBelow(groups).get(now.pk) ?? 0;
        const names = missingParents(now, groups).map(({ name }) => name);
        const own = now.link_pk === null ? 1 : 0;
        const parents = names.length === 0 ? '' : ` ${t('groups.with_parents', { names: names.join(', ') })}`;
        return {
          text: `${t('groups.with_all_below', { count })}${parents}`,
          submit: t('groups.grant_all', { count: count + names.length + own }),
        };
      }),
      done: t('groups.granted', { name: group.path }),
    });
  return { toggle: (group) => (group.link_pk === null ? grant(group) : revoke(group)), grantAll };
}
