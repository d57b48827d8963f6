import { Badge, Button, Group } from '@mantine/core';
import type { WallScreen } from '@vigil/shared/contract/http/wall-screens';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { buildNameOf } from '../../lib/new-version.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import type { Column } from '../../ui/data-table.tsx';
import { notifyFailed } from '../../ui/toasts.ts';
import { useReplacePairingCode } from './use-new-pairing-code.ts';
import { useRevokeWallScreen, type PairingCode } from './use-wall-screens.ts';

const stateLook = {
  waiting: { color: 'gray', c: 'var(--mantine-color-text)' },
  paired: { color: 'green', c: 'var(--state-online)' },
  unpaired: { color: 'yellow', c: 'var(--state-warning)' },
} as const;

interface Actions {
  onCode: (code: PairingCode) => void;
  onEdit: (screen: WallScreen) => void;
}

export function useWallScreenColumns({ onCode, onEdit }: Actions): readonly Column<WallScreen>[] {
  const { t } = useTranslation(['screens', 'common']);
  const time = useTimeFormat();
  const revoke = useRevokeWallScreen();
  const problemText = useProblemText();
  const newCode = useReplacePairingCode({ onMade: onCode, onError: (error) => notifyFailed(problemText(error)) });
  const groupsOf = ({ groups }: WallScreen): string => {
    if (groups === null) return t('all_groups');
    return groups.length === 0 ? t('no_group_left') : groups.map(({ name }) => name).join(', ');
  };
  return [
    { id: 'name', label: t('column.name'), labelled: 'wide', render: ({ name }) => name },
    { id: 'groups', label: t('column.groups'), render: groupsOf },
    { id: 'view', label: t('column.view'), render: ({ view }) => view?.name ?? t('usual_view') },
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
      id: 'seen',
      label: t('column.seen'),
      render: ({ last_seen_at, last_seen_ip }) => (
        <>
          {last_seen_at === null ? t('never') : time.minute(last_seen_at)}
          {last_seen_ip !== null && <small>{last_seen_ip}</small>}
        </>
      ),
    },
    {
      id: 'version',
      label: t('column.version'),
      render: ({ version }) =>
        version === null ? (
          NO_VALUE
        ) : (
          <span title={version}>{t(version === buildNameOf(document) ? 'version.same' : 'version.other')}</span>
        ),
    },
    {
      id: 'actions',
      label: t('revoke'),
      labelled: 'hidden',
      render: (screen) => (
        <Group gap={6} wrap="nowrap">
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('edit_one', { name: screen.name })}
            onClick={() => onEdit(screen)}
          >
            {t('common:edit')}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('new_code_for', { name: screen.name })}
            loading={newCode.isPending && newCode.variables === screen.pk}
            onClick={() => newCode.mutate(screen.pk)}
          >
            {t('new_code')}
          </Button>
          <Button
            size="compact-xs"
            variant="light"
            color="red"
            aria-label={t('revoke_one', { name: screen.name })}
            onClick={() => revoke(screen)}
          >
            {t('revoke')}
          </Button>
        </Group>
      ),
    },
  ];
}
