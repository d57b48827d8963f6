import { Button, Text } from '@mantine/core';
import { createEnrolToken } from '@vigil/shared/contract/http/agents';
import type { Download } from '@vigil/shared/contract/http/downloads';
import { callDenial } from '@vigil/shared/domain/permissions';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EnrolSystem } from '../../entities/device/install-command.ts';
import { installCommand } from '../../entities/device/install-command.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useServices } from '../../lib/services.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { CommandBox } from '../../ui/command-box.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { Section } from '../../ui/page.tsx';
import { DenialTooltip } from '../../ui/denial-tooltip.tsx';
import classes from './downloads.module.css';

/** The command that installs an agent. Its token is created on request only, since it enrols devices. */
export function InstallSection({ system, agent }: { system: EnrolSystem; agent: Download | null }) {
  const { t } = useTranslation(['support', 'enrol']);
  const { api } = useServices();
  const { viewer } = useViewer();
  const { ofRefusal } = useObstacleText();
  const problemText = useProblemText();
  const time = useTimeFormat();
  const refusal = callDenial(viewer, createEnrolToken.access);
  const make = useMutation({
    mutationFn: async () => (await api.call(createEnrolToken, { body: {} })).objects,
  });
  const server = window.location.origin;
  const token = make.data?.enrol_token ?? `<${t('downloads.token')}>`;
  const command = installCommand(system, { server, token }, agent);

  return (
    <Section
      title={t('downloads.install')}
      text={agent ? t('downloads.needs') : t(`enrol:needs.${system}`)}
      tools={
        <DenialTooltip reason={refusal && ofRefusal(refusal)}>
          <Button
            variant="default"
            leftSection={<IconKey size={15} stroke={1.7} />}
            loading={make.isPending}
            onClick={() => make.mutate()}
          >
            {t(make.data ? 'enrol:another' : 'downloads.make_token')}
          </Button>
        </DenialTooltip>
      }
    >
      <div className={classes.install}>
        {make.error && <FormMessage kind="refused">{problemText(make.error)}</FormMessage>}
        <Text size="sm">{agent ? t(`downloads.run.${system}`) : t('enrol:step_run')}</Text>
        <CommandBox command={command} ready={make.data !== undefined} />
        <Text size="xs" c="dimmed">
          {make.data
            ? t('enrol:token_note', { time: time.minute(make.data.expires_at) })
            : t(refusal ? 'downloads.token_ask' : 'downloads.token_hint')}
        </Text>
      </div>
    </Section>
  );
}
