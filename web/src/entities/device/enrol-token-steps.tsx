import { Button, Group, Loader, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { createEnrolToken } from '@vigil/shared/contract/routes/devices';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { CopyableShellLine } from '../../ui/copyable-shell-line.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { useTimeFormat } from '../session/use-time-format.ts';
import { useViewer } from '../session/viewer.ts';
import { useDownloads } from './downloads.ts';
import { DEFAULT_ENROL_HOURS, EnrolTermsFields, type EnrolTerms } from './enrol-terms.tsx';
import { EnrolTokenList, enrolTokens } from './enrol-token-list.tsx';
import { defaultEnrolUses } from './enrol-uses.ts';
import { enrolSystems, shellInstallCommand, type EnrolSystem } from './install-command.ts';
import { LoopbackWarning } from './loopback-warning.tsx';
import { PackageFields, PackageNeeds, useAgentPackageChoice } from './package-fields.tsx';
import classes from './enrol-token-steps.module.css';

/**
 * The command that adds a device, with a token in it as soon as it is copied, and how many devices have connected
 * since.
 */
export function EnrolTokenSteps({ group }: { group: GroupPk | null }) {
  const { t } = useTranslation(['enrol', 'support', 'common']);
  const change = enrolTokens.useChange();
  const { profile } = useViewer();
  const problemText = useProblemText();
  const time = useTimeFormat();
  const [system, setSystem] = useState<EnrolSystem>('2');
  const [terms, setTerms] = useState<EnrolTerms>({
    group,
    hours: DEFAULT_ENROL_HOURS,
    uses: defaultEnrolUses(profile),
  });
  // Made when it is needed: a token is a key to the company, and stands in the audit. That of the last day is used
  // again.
  const token = useSingleFlightMutation({
    mutationFn: async ({ reuse }: { reuse: boolean }) => {
      const { group: group_pk, hours, uses } = terms;
      const body = { expires_in_h: hours, uses, reuse, ...(group_pk === null ? {} : { group_pk }) };
      return (await change(createEnrolToken, { body })).objects;
    },
  });
  const files = useDownloads();
  const choice = useAgentPackageChoice(files.data, system);
  const { agent } = choice;
  const connected = useNewDeviceCount();

  // The command depends on whether there is a package, so none is shown before that is known.
  const ready = !files.isPending;
  const server = window.location.origin;
  const commandWith = (value: string) => shellInstallCommand(system, { server, token: value }, agent);
  const complete = async () => {
    const made = token.data ?? (await token.mutateAsync({ reuse: true }).catch(() => null));
    return made && commandWith(made.enrol_token);
  };
  return (
    <Stack gap="md" className={classes.steps}>
      <LoopbackWarning server={server} use="command" />
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
        <PackageNeeds choice={choice} system={system} />
      </div>
      <div>
        <Text size="sm" fw={600} mb={6}>
          2. {agent ? t(`support:downloads.run.${system}`) : t('step_run')}
        </Text>
        <EnrolTermsFields
          terms={terms}
          onChange={(next) => {
            setTerms(next);
            token.reset();
          }}
        />
        <CopyableShellLine
          command={ready ? commandWith(token.data?.enrol_token ?? `<${t('support:downloads.token')}>`) : '…'}
          ready={ready}
          complete={complete}
        />
        <Group justify="space-between" mt={4}>
          <Text size="xs" c="dimmed">
            {token.data ? t('token_note', { time: time.minute(token.data.expires_at) }) : t('token_when_copied')}
          </Text>
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => token.mutate({ reuse: token.data === undefined })}
            loading={token.isPending}
          >
            {t(token.data ? 'another' : 'support:downloads.make_token')}
          </Button>
        </Group>
        {token.error && <FormMessage kind="refused">{problemText(token.error)}</FormMessage>}
      </div>
      <div className={classes.wait} role="status" data-connected={connected > 0 || undefined}>
        {connected > 0 ? <IconCircleCheck size={18} /> : <Loader size={16} color="gray" />}
        {connected > 0 ? t('connected', { count: connected }) : t('step_wait')}
      </div>
      <EnrolTokenList shown={token.data?.pk ?? null} onShownRevoked={token.reset} />
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
