import { Button, Group, Stack, Text } from '@mantine/core';
import type { WallScreen } from '@vigil/shared/contract/http/wall-screens';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoopbackWarning } from '../../entities/device/loopback-warning.tsx';
import { useSecondsLeft, useTimeLeftText } from '../../entities/session/time-left.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { CopyableShellLine } from '../../ui/copyable-shell-line.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useReplacePairingCode } from './use-new-pairing-code.ts';
import type { PairingCode } from './use-wall-screens.ts';
import classes from './wall-screens.module.css';

interface CodeDialogProps {
  initialCode: PairingCode;
  /** The screen as the list has it now; undefined before it was read. */
  screen: WallScreen | undefined;
  onClose: () => void;
}

/** The code to type at a screen, with the time that is left of it, until the screen is connected. */
export function PairingCodeDialog({ initialCode, screen, onClose }: CodeDialogProps) {
  const { t } = useTranslation(['screens', 'common']);
  const language = useLanguage();
  const problemText = useProblemText();
  const [code, setCode] = useState(initialCode);
  // A screen that is connected again was seen before as well.
  const [seenBefore] = useState(screen?.last_seen_at ?? null);
  const left = useSecondsLeft(code.expires_at);
  const again = useReplacePairingCode({ onMade: setCode });
  const isDone = screen?.state === 'paired' && screen.last_seen_at !== seenBefore;
  return (
    <Dialog title={t('code.title', { name: code.name })} size="sm" onClose={onClose}>
      <Stack gap="md">
        {again.error && <FormMessage kind="refused">{problemText(again.error)}</FormMessage>}
        {!isDone && <LoopbackWarning server={window.location.origin} use="browser" />}
        {isDone ? (
          <FormMessage kind="done">{t('code.done', { name: code.name })}</FormMessage>
        ) : (
          <CodeText code={code} left={left} address={`${window.location.origin}/${language}/screen`} />
        )}
        {!isDone && screen?.state === 'paired' && <FormMessage kind="note">{t('code.replaces')}</FormMessage>}
        <Group justify="flex-end" gap="xs">
          {!isDone && left === 0 && (
            <Button loading={again.isPending} onClick={() => again.mutate(code.pk)}>
              {t('code.again')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function CodeText({ code: { code }, left, address }: { code: PairingCode; left: number; address: string }) {
  const { t } = useTranslation('screens');
  const leftText = useTimeLeftText();
  if (left === 0) return <FormMessage kind="note">{t('code.over')}</FormMessage>;
  return (
    <>
      <Text size="sm">{t('code.how')}</Text>
      <CopyableShellLine command={address} ready />
      <QrCode text={address} label={t('code.qr', { address })} />
      <output className={classes.code} aria-label={t('code.code')}>
        {code.slice(0, 3)} {code.slice(3)}
      </output>
      <Text size="xs" c="dimmed" ta="center">
        {t('code.left', { time: leftText(left) })} {t('code.once')}
      </Text>
    </>
  );
}
