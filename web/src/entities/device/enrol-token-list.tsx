import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { EnrolTokenPk } from '@vigil/shared/contract/ids';
import { deleteEnrolToken, listEnrolTokens } from '@vigil/shared/contract/routes/devices';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { useGroupPath } from '../group/use-groups.ts';
import { defineResource } from '../resource.ts';
import { useTimeFormat } from '../session/use-time-format.ts';
import classes from './enrol-token-steps.module.css';

export const enrolTokens = defineResource({ key: 'enrol-tokens', list: listEnrolTokens });

interface EnrolTokenListProps {
  /** The token whose command is on the screen. */
  shown: EnrolTokenPk | null;
  onShownRevoked: () => void;
}

/** The tokens that can still be used: by whom, for which group, how often, and until when. */
export function EnrolTokenList({ shown, onShownRevoked }: EnrolTokenListProps) {
  const { t } = useTranslation('enrol');
  const change = enrolTokens.useChange();
  const time = useTimeFormat();
  const problemText = useProblemText();
  // Sites have groups of the same names.
  const groupPathOf = useGroupPath();
  const tokens = enrolTokens.useList({
    // Its uses count up while agents connect.
    refetchInterval: 10_000,
  });
  const revoke = useMutation({
    mutationFn: (pk: EnrolTokenPk) => change(deleteEnrolToken, { params: { pk: String(pk) } }),
    onSuccess: (_, pk) => {
      notifyDone(t('tokens.revoked'));
      if (pk === shown) onShownRevoked();
    },
    onError: (error) => notifyFailed(problemText(error)),
  });
  const rows = tokens.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-label={t('tokens.title')}>
      <Text size="sm" fw={600} mb={4}>
        {t('tokens.title')}
      </Text>
      <ul className={classes.tokens}>
        {rows.map(({ pk, used, uses_left: left, group_pk: group, created_by: by, created_at, expires_at }) => (
          <li key={pk} data-shown={pk === shown || undefined}>
            <span>
              {left === null ? t('tokens.used', { used }) : t('tokens.used_of', { used, limit: used + left })}
              {group !== null && ` · ${groupPathOf(group)}`}
            </span>
            <span className={classes.tokenNote}>
              {t('tokens.until', { time: time.minute(expires_at) })} · {by ?? t('tokens.operator')} ·{' '}
              {time.minute(created_at)}
            </span>
            <Tooltip label={t('tokens.revoke')}>
              <ActionIcon
                aria-label={t('tokens.revoke')}
                loading={revoke.isPending && revoke.variables === pk}
                onClick={() => revoke.mutate(pk)}
              >
                <IconTrash size={15} />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
    </section>
  );
}
