import { Button, SegmentedControl, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { administratorsOnly } from '@vigil/shared/contract/access';
import { createEnrolToken } from '@vigil/shared/contract/routes/devices';
import { callDenial } from '@vigil/shared/domain/permissions';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Downloads } from '../../entities/device/agent-package.ts';
import { defaultEnrolUses } from '../../entities/device/enrol-uses.ts';
import type { EnrolSystem } from '../../entities/device/install-command.ts';
import { enrolSystems, shellInstallCommand } from '../../entities/device/install-command.ts';
import { LoopbackWarning } from '../../entities/device/loopback-warning.tsx';
import { PackageFields, PackageNeeds, useAgentPackageChoice } from '../../entities/device/package-fields.tsx';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { CopyableShellLine } from '../../ui/copyable-shell-line.tsx';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { Section } from '../../ui/page.tsx';
import classes from './downloads.module.css';

interface InstallSectionProps {
  system: EnrolSystem;
  onSystem: (system: EnrolSystem) => void;
  downloads: Downloads | undefined;
  isKnown: boolean;
}

/** The command that installs an agent. Its token is created on request only, since it enrols devices. */
export function InstallSection({ system, onSystem, downloads, isKnown }: InstallSectionProps) {
  const { t } = useTranslation(['support', 'enrol', 'common']);
  const { api } = useServices();
  const { profile, viewer } = useViewer();
  const { ofDenial } = useObstacleText();
  const problemText = useProblemText();
  const time = useTimeFormat();
  const choice = useAgentPackageChoice(downloads, system);
  const { agent } = choice;
  const denial = callDenial(viewer, { access: administratorsOnly, guests: createEnrolToken.guests });
  const make = useSingleFlightMutation({
    mutationFn: async () =>
      (await api.call(createEnrolToken, { body: { uses: defaultEnrolUses(profile), reuse: true } })).objects,
  });
  const install = {
    server: window.location.origin,
    token: make.data?.enrol_token ?? `<${t('downloads.token')}>`,
  };

  return (
    <Section title={t('downloads.install')} text={t('downloads.install_text')}>
      <LoopbackWarning server={install.server} use="command" />
      <ol className={classes.install}>
        <li>
          <Step title={t('enrol:step_choose')}>
            <SegmentedControl
              aria-label={t('downloads.system')}
              value={system}
              onChange={onSystem}
              data={enrolSystems.map((value) => ({ value, label: t(`common:os.${value}`) }))}
            />
          </Step>
          <PackageFields choice={choice} />
          <PackageNeeds choice={choice} system={system} />
        </li>
        <li>
          <Step
            title={t('downloads.make_token')}
            note={
              make.data
                ? t('enrol:token_note', { time: time.minute(make.data.expires_at) })
                : t(denial ? 'downloads.token_ask' : 'downloads.token_hint')
            }
          >
            <DisableWithReason reason={denial && ofDenial(denial)}>
              <Button
                variant={make.data ? 'default' : 'filled'}
                leftSection={<IconKey size={15} stroke={1.7} />}
                loading={make.isPending}
                onClick={() => make.mutate()}
              >
                {t(make.data ? 'enrol:another' : 'downloads.make_token')}
              </Button>
            </DisableWithReason>
          </Step>
          {make.error && <FormMessage kind="refused">{problemText(make.error)}</FormMessage>}
        </li>
        <li>
          <Step title={agent ? t(`downloads.run.${system}`) : t('enrol:step_run')} />
          <CopyableShellLine
            command={isKnown ? shellInstallCommand(system, install, agent) : '…'}
            ready={isKnown && make.data !== undefined}
          />
        </li>
      </ol>
    </Section>
  );
}

function Step({ title, note, children }: { title: string; note?: string; children?: ReactNode }) {
  return (
    <div className={classes.step}>
      <div className={classes.stepText}>
        <Text size="sm" fw={580}>
          {title}
        </Text>
        {note !== undefined && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </div>
      {children}
    </div>
  );
}
