import { Badge, Button, Table } from '@mantine/core';
import type { ApiToken } from '@vigil/shared/contract/http/api-tokens';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { RowTable } from '../../ui/row-table.tsx';
import classes from './api-tokens.module.css';
import { useScopeTexts } from './use-scope-text.ts';

interface TokenTableProps {
  rows: readonly ApiToken[];
  /** Whether the tokens may be of several users. */
  hasOwners: boolean;
  onRevoke: (token: ApiToken) => void;
}

const stateLook = {
  active: { color: 'green', c: 'var(--state-online)' },
  expired: { color: 'gray', c: 'var(--mantine-color-text)' },
  suspended: { color: 'yellow', c: 'var(--state-warning)' },
} as const;

/** A table, and on a phone one block for each token. */
export function TokenTable({ rows, hasOwners, onRevoke }: TokenTableProps) {
  const { t } = useTranslation('tokens');
  const time = useTimeFormat();
  const scopes = useScopeTexts();
  const states = { active: t('state.active'), expired: t('state.expired'), suspended: t('state.suspended') };
  const groupsOf = ({ groups }: ApiToken): string => {
    if (groups === null) return t('all_groups');
    return groups.length === 0 ? t('no_group_left') : groups.map(({ name }) => name).join(', ');
  };
  return (
    <RowTable verticalSpacing={8} horizontalSpacing="md">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('column.name')}</Table.Th>
          {hasOwners && <Table.Th>{t('column.owner')}</Table.Th>}
          <Table.Th>{t('column.scopes')}</Table.Th>
          <Table.Th>{t('column.groups')}</Table.Th>
          <Table.Th>{t('column.expires')}</Table.Th>
          <Table.Th>{t('column.last_use')}</Table.Th>
          <Table.Th>{t('column.state')}</Table.Th>
          <Table.Th>
            <span className="visually-hidden">{t('revoke')}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((token) => (
          <Table.Tr key={token.pk}>
            <Table.Td className={classes.name}>
              {token.name}
              <small>
                <code>{token.hint}…</code>
              </small>
            </Table.Td>
            {hasOwners && (
              <Table.Td data-label={t('column.owner')}>
                {token.owner_name}
                <small>{token.owner_id}</small>
              </Table.Td>
            )}
            <Table.Td data-label={t('column.scopes')}>
              {token.scopes.map((scope) => scopes[scope].name).join(', ')}
            </Table.Td>
            <Table.Td data-label={t('column.groups')}>{groupsOf(token)}</Table.Td>
            <Table.Td data-label={t('column.expires')}>
              {time.date(token.expires_at)}
              <small>{t('created_at', { at: time.date(token.created_at) })}</small>
            </Table.Td>
            <Table.Td data-label={t('column.last_use')}>
              {token.last_used_at === null ? t('never_used') : time.minute(token.last_used_at)}
              {token.last_used_ip !== null && <small>{token.last_used_ip}</small>}
            </Table.Td>
            <Table.Td>
              <Badge variant="light" tt="none" {...stateLook[token.state]}>
                {states[token.state]}
              </Badge>
            </Table.Td>
            <Table.Td>
              <Button
                size="compact-xs"
                variant="light"
                color="red"
                aria-label={t('revoke_one', { name: token.name })}
                onClick={() => onRevoke(token)}
              >
                {t('revoke')}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </RowTable>
  );
}
