import { ActionIcon, Badge, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { licenceBlockDialog, otpHelpDialog } from '../../entities/session/dialogs.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { LabelledRow, Section } from '../../ui/page.tsx';
import { useOtpChanges } from './use-otp-requests.ts';

const stateColors = {
  on: { color: 'green', c: 'var(--state-online)' },
  waiting: { color: 'yellow', c: 'var(--state-warning)' },
  off: { color: 'gray' },
} as const;
/** `waiting`: codes are on, and no authenticator is set up yet. */
type OtpState = keyof typeof stateColors;

/** The one-time code at sign-in; changes require the current password. Corporate only (spec 1 §6). */
export function OtpSection() {
  const { t } = useTranslation('profile');
  const { profile, viewer } = useViewer();
  const openDialog = useSetAtom(openDialogAtom);
  const help = (
    <Tooltip label={t('otp.help')}>
      <ActionIcon aria-label={t('otp.help')} onClick={() => openDialog(otpHelpDialog({}))}>
        <IconHelp size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
  const isOn = profile.flag_use_otp === 1;
  const state = !isOn ? 'off' : profile.otp_confirmed ? 'on' : 'waiting';
  return (
    <Section title={t('otp.title')} text={t('otp.text')} tools={help}>
      <LabelledRow label={t('otp.state')}>
        <Group gap="xs">
          <Badge variant="light" {...stateColors[state]} tt="none">
            {t(`otp.${state}`)}
          </Badge>
          {viewer.isCorporate ? <OtpSwitch state={state} /> : <OtpLocked isOn={isOn} />}
        </Group>
      </LabelledRow>
      {viewer.isCorporate && state === 'on' && <OtpTools codesLeft={profile.recovery_codes_left} />}
    </Section>
  );
}

/** Codes that were turned on under another licence can be turned off, and nothing else. */
function OtpLocked({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('profile');
  const { turn } = useOtpChanges();
  const openDialog = useSetAtom(openDialogAtom);
  return (
    <>
      <Text size="xs" c="dimmed">
        {t('otp.corporate_only')}
      </Text>
      <Button variant="default" onClick={() => openDialog(licenceBlockDialog({ feature: 'otp' }))}>
        {t('otp.why')}
      </Button>
      {isOn && (
        <Button variant="default" onClick={() => turn(0)}>
          {t('otp.turn_off')}
        </Button>
      )}
    </>
  );
}

function OtpSwitch({ state }: { state: OtpState }) {
  const { t } = useTranslation('profile');
  const { turn } = useOtpChanges();
  return (
    <>
      {state === 'waiting' && (
        <Button variant="default" onClick={() => turn(1)}>
          {t('otp.set_up')}
        </Button>
      )}
      <Button variant="default" onClick={() => turn(state === 'off' ? 1 : 0)}>
        {t(state === 'off' ? 'otp.turn_on' : 'otp.turn_off')}
      </Button>
    </>
  );
}

function OtpTools({ codesLeft }: { codesLeft: number }) {
  const { t } = useTranslation('profile');
  const { reset, makeCodes } = useOtpChanges();
  return (
    <>
      <LabelledRow label={t('otp.authenticator')} hint={t('otp.authenticator_hint')}>
        <Button variant="default" onClick={reset}>
          {t('otp.reset')}
        </Button>
      </LabelledRow>
      <LabelledRow label={t('otp.codes')} hint={t('otp.codes_hint')}>
        <Group gap="xs">
          <Text size="sm">{codesLeft === 0 ? t('otp.codes_not_kept') : t('otp.codes_left', { count: codesLeft })}</Text>
          <Button variant="default" onClick={makeCodes}>
            {t('otp.make_codes')}
          </Button>
        </Group>
      </LabelledRow>
    </>
  );
}
