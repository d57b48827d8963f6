import { Alert, Stack, Text } from '@mantine/core';
import { IconCheck, IconLock } from '@tabler/icons-react';
import type { UserDetail, UserAccessDetails } from '@vigil/shared/contract/http/user-changes';
import type { AccountDenial } from '@vigil/shared/contract/names';
import { memberTypes } from '@vigil/shared/domain/member-types';
import { needsApprovedWindow } from '@vigil/shared/domain/permissions';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/page.tsx';
import classes from './users.module.css';

/** Limits that refuse every sign-in; the others only narrow it. */
const refusing: readonly string[] = ['partner', 'inactive', 'locked', 'unverified'] satisfies AccountDenial[];

/** Whether the user can sign in, and what the user can do then, by the rules with which every call is checked. */
export function EffectivePermissionsSection({
  user,
  permissions,
}: {
  user: UserDetail;
  permissions: UserAccessDetails;
}) {
  const { t } = useTranslation('users');
  const { abilities, group_count: count, sign_in: limits } = permissions;
  const isAdmin = user.member_type_id === memberTypes.admin;
  const can = abilities.filter(({ refusal }) => refusal === null);
  const cannot = abilities.filter(({ refusal }) => refusal !== null);
  const denials = limits.filter((limit) => refusing.includes(limit));
  const conditions = limits.filter((limit) => !refusing.includes(limit));
  return (
    <Section title={t('permissions.can')}>
      <Stack gap={8} className={classes.card ?? ''}>
        {denials.length > 0 && (
          <Alert color="red" variant="light" icon={<IconLock size={16} />}>
            {denials.map((limit) => (
              <div key={limit}>{t(`permissions.limit.${limit}`)}</div>
            ))}
            {t('permissions.once')}
          </Alert>
        )}
        <Text size="sm" fw={560}>
          {isAdmin ? t('permissions.in_all') : t('permissions.in_groups', { count })}
        </Text>
        <ul className={classes.can}>
          {can.map(({ name }) => (
            <li key={name}>
              <IconCheck size={14} stroke={2} color="var(--state-online)" aria-hidden="true" />
              {t(`permissions.does.${name}`)}
            </li>
          ))}
          {needsApprovedWindow(user.use_approval, { isAdmin }) && <Condition text={t('permissions.windows')} />}
          {conditions.map((limit) => (
            <Condition key={limit} text={t(`permissions.limit.${limit}`)} />
          ))}
        </ul>
        {cannot.length > 0 && (
          <Text size="xs" c="dimmed">
            {t('permissions.can_not', { names: cannot.map(({ name }) => t(`permissions.does.${name}`)).join(', ') })}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function Condition({ text }: { text: string }) {
  return (
    <li>
      <IconCheck size={14} stroke={2} color="var(--state-warning)" aria-hidden="true" />
      {text}
    </li>
  );
}
