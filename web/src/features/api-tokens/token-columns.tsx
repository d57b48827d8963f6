import { Badge, Button } from '@mantine/core';
import type { ApiToken } from '@vigil/shared/contract/http/api-tokens';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import type { Column } from '../../ui/data-table.tsx';
import { useConfirmRevokeToken } from './use-api-tokens.ts';
import { useScopeTexts } from './use-scope-text.ts';
import classes from './api-tokens.module.css';

const stateLook = {
  active: { color: 'green', c: 'var(--state-online)' },
  expired: { color: 'gray', c: 'var(--mantine-color-text)' },
  suspended: { color: 'yellow', c: 'var(--state-warning)' },
} as const;

export function useTokenColumns(): readonly Column<ApiToken>[] {
  const { t } = useTranslation('tokens');
  const { isAdmin } = useViewer().viewer.flags;
  const time = useTimeFormat();
  const scopeTexts = useScopeTexts();
  const revoke = useConfirmRevokeToken();
  const groupsOf = ({ groups }: ApiToken): string => {
    if (groups === null) return t('all_groups');
    return groups.length === 0 ? t('no_group_left') : groups.map(({ name }) => name).join(', ');
  };
  const owner: Column<ApiToken> = {
    id: 'owner',
    label: t('column.owner'),
    render: ({ owner_name, owner_id }) => (
      <>
        {owner_name}
        <small>{owner_id}</small>
      </>
    ),
  };
  return [
    {
      id: 'name',
      label: t('column.name'),
      labelled: 'wide',
      className: classes.name,
      render: ({ name, hint }) => (
        <>
          {name}
          <small>
            <code>{hint}…</code>
          </small>
        </>
      ),
    },
    // Only administrators see tokens of several users.
    ...(isAdmin ? [owner] : []),
    {
      id: 'scopes',
      label: t('column.scopes'),
      render: ({ scopes }) => scopes.map((scope) => scopeTexts[scope].name).join(', '),
    },
    { id: 'groups', label: t('column.groups'), render: groupsOf },
    {
      id: 'expires',
      label: t('column.expires'),
      render: ({ expires_at, created_at }) => (
        <>
          {time.date(expires_at)}
          <small>{t('created_at', { at: time.date(created_at) })}</small>
        </>
      ),
    },
    {
      id: 'last_use',
      label: t('column.last_use'),
      render: ({ last_used_at, last_used_ip }) => (
        <>
          {last_used_at === null ? t('never_used') : time.minute(last_used_at)}
          {last_used_ip !== null && <small>{last_used_ip}</small>}
        </>
      ),
    },
    {
      id: 'state',
      label: t('column.state'),
      labelled: 'wide',
      render: ({ state }) => (
        <Badge variant="light" tt="none" {...stateLook[state]}>
          {t(`state.${state}`)}
        </Badge>
      ),
    },
    {
      id: 'actions',
      label: t('revoke'),
      labelled: 'hidden',
      render: (token) => (
        <Button
          size="compact-xs"
          variant="light"
          color="red"
          aria-label={t('revoke_one', { name: token.name })}
          onClick={() => revoke(token)}
        >
          {t('revoke')}
        </Button>
      ),
    },
  ];
}
