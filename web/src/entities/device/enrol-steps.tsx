import { Button, Group, Loader, SegmentedControl, Stack, Text } from '@mantine/core';
import { createEnrolToken } from '@vigil/shared/contract/http/agents';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { enrolSystems, type EnrolSystem } from './install-command.ts';
import { installCommand } from './install-command.ts';
import { useServices } from '../../lib/services.ts';
import { agentFor, useDownloads } from './use-downloads.ts';
import { useTimeFormat } from '../session/use-time-format.ts';
import { useFleet } from '../../live/use-fleet.ts';
import { CommandBox } from '../../ui/command-box.tsx';
import { FailedState } from '../../ui/list-state.tsx';
import classes from './enrol-steps.module.css';

/** The command that adds a device, with a new token in it, and how many devices have connected since. */
export function EnrolSteps({ group }: { group: GroupPk | null }) {
  const { t } = useTranslation(['enrol', 'support', 'common']);
  const { api } = useServices();
  const time = useTimeFormat();
  const [system, setSystem] = useState<EnrolSystem>('2');
  const token = useQuery({
    queryKey: ['enrol-token', group],
    queryFn: async () => {
      const body = group === null ? {} : { group_pk: group };
      return (await api.call(createEnrolToken, { body })).objects;
    },
    // A token is shown once; the next visit creates a new one.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const downloads = useDownloads();
  const agent = agentFor(downloads.data, system);
  const connected = useNewDeviceCount();

  if (token.isError) {
    return <FailedState title={t('failed')} error={token.error} onRetry={() => void token.refetch()} />;
  }
  // The command depends on whether there is a package, so none is shown before that is known.
  const ready = token.data !== undefined && !downloads.isPending;
  const install = { server: window.location.origin, token: token.data?.enrol_token ?? '' };
  return (
    <Stack gap="md" className={classes.steps}>
      <div>
        <Text size="sm" fw={600} mb={6}>
          1. {t('step_choose')}
        </Text>
        <SegmentedControl
          aria-label={t('step_choose')}
          value={system}
          onChange={setSystem}
          data={enrolSystems.map((value) => ({ value, label: t(`common:os.${value}`) }))}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {agent ? t('support:downloads.needs') : t(`needs.${system}`)}
        </Text>
      </div>
      <div>
        <Text size="sm" fw={600} mb={6}>
          2. {agent ? t(`support:downloads.run.${system}`) : t('step_run')}
        </Text>
        <CommandBox command={ready ? installCommand(system, install, agent) : '…'} ready={ready} />
        <Group justify="space-between" mt={4}>
          <Text size="xs" c="dimmed">
            {token.data ? t('token_note', { time: time.minute(token.data.expires_at) }) : ' '}
          </Text>
          <Button variant="subtle" size="compact-xs" onClick={() => void token.refetch()} loading={token.isFetching}>
            {t('another')}
          </Button>
        </Group>
      </div>
      <div className={classes.wait} role="status" data-connected={connected > 0 || undefined}>
        {connected > 0 ? <IconCircleCheck size={18} /> : <Loader size={16} color="gray" />}
        {connected > 0 ? t('connected', { count: connected }) : t('step_wait')}
      </div>
    </Stack>
  );
}

/** The number of devices that were added since this was opened. */
function useNewDeviceCount(): number {
  const { store } = useFleet();
  const size = useSyncExternalStore(store.subscribe, () => store.size);
  const [before] = useState(size);
  return Math.max(0, size - before);
}
