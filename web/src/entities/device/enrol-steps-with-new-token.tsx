import { Alert, Button, Group, Loader, SegmentedControl, Stack, Text } from '@mantine/core';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { createEnrolToken } from '../../endpoints/agents.ts';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_ENROL_HOURS, DEFAULT_ENROL_USES, EnrolTermsFields, type EnrolTerms } from './enrol-terms.tsx';
import { EnrolTokenList, enrolTokens } from './enrol-token-list.tsx';
import { enrolSystems, shellInstallCommand, isLoopback, type EnrolSystem } from './install-command.ts';
import { PackageFields, PackageNeeds, useAgentPackageChoice } from './package-fields.tsx';
import { downloads } from './downloads.ts';
import { useTimeFormat } from '../session/use-time-format.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { CopyableShellLine } from '../../ui/copyable-shell-line.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import classes from './enrol-steps-with-new-token.module.css';

/** The command that adds a device, with a new token in it, and how many devices have connected since. */
export function EnrolStepsWithNewToken({ group }: { group: GroupPk | null }) {
  const { t } = useTranslation(['enrol', 'support', 'common']);
  const change = enrolTokens.useChange();
  const time = useTimeFormat();
  const [system, setSystem] = useState<EnrolSystem>('2');
  const [terms, setTerms] = useState<EnrolTerms>({ group, hours: DEFAULT_ENROL_HOURS, uses: DEFAULT_ENROL_USES });
  // Counts the tokens that the user asked for; otherwise the one of the last day is shown again.
  const [asked, setAsked] = useState(0);
  const token = useQuery({
    queryKey: ['enrol-token', terms, asked],
    queryFn: async () => {
      const { group: group_pk, hours, uses } = terms;
      const body = { expires_in_h: hours, uses, reuse: asked === 0, ...(group_pk === null ? {} : { group_pk }) };
      const { objects } = await change(createEnrolToken, { body });
      return objects;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const files = downloads.useList();
  const choice = useAgentPackageChoice(files.data, system);
  const { agent } = choice;
  const connected = useNewDeviceCount();

  if (token.isError) {
    return <FailedState title={t('failed')} error={token.error} onRetry={() => void token.refetch()} />;
  }
  // The command depends on whether there is a package, so none is shown before that is known.
  const ready = token.data !== undefined && !files.isPending;
  const install = { server: window.location.origin, token: token.data?.enrol_token ?? '' };
  return (
    <Stack gap="md" className={classes.steps}>
      {isLoopback(install.server) && (
        <Alert
          variant="default"
          role="alert"
          icon={<IconAlertTriangle size={18} />}
          title={t('loopback_title')}
          classNames={{ root: classes.warning, title: classes.warningTitle, icon: classes.warningTitle }}
        >
          {t('loopback_text', { address: install.server })}
        </Alert>
      )}
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
        <PackageFields choice={choice} />
        <PackageNeeds agent={agent} system={system} />
      </div>
      <div>
        <Text size="sm" fw={600} mb={6}>
          2. {agent ? t(`support:downloads.run.${system}`) : t('step_run')}
        </Text>
        <EnrolTermsFields terms={terms} onChange={setTerms} />
        <CopyableShellLine command={ready ? shellInstallCommand(system, install, agent) : '…'} ready={ready} />
        <Group justify="space-between" mt={4}>
          <Text size="xs" c="dimmed">
            {token.data ? t('token_note', { time: time.minute(token.data.expires_at) }) : ' '}
          </Text>
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => setAsked((count) => count + 1)}
            loading={token.isFetching}
          >
            {t('another')}
          </Button>
        </Group>
      </div>
      <div className={classes.wait} role="status" data-connected={connected > 0 || undefined}>
        {connected > 0 ? <IconCircleCheck size={18} /> : <Loader size={16} color="gray" />}
        {connected > 0 ? t('connected', { count: connected }) : t('step_wait')}
      </div>
      <EnrolTokenList shown={token.data?.pk ?? null} onShownRevoked={() => setAsked((count) => count + 1)} />
    </Stack>
  );
}

/** The number of devices that were added since this was opened. */
function useNewDeviceCount(): number {
  const { store } = useLiveData();
  const size = useSyncExternalStore(store.subscribe, () => store.size);
  const [before] = useState(size);
  return Math.max(0, size - before);
}
