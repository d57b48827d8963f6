import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSecondsLeft } from '../../entities/session/time-left.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { ProvideClipboardCopy } from '../../ui/copy-to-clipboard.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useSignInLink, type SignInLink } from './use-sign-in-link.ts';

/** A sign-in link to scan or to copy, with the time that is left of it, and another one afterwards. */
export function LinkDialog({ first, onClose }: { first: SignInLink; onClose: () => void }) {
  const { t } = useTranslation(['profile', 'common']);
  const problemText = useProblemText();
  const [link, setLink] = useState(first);
  const left = useSecondsLeft(link.until);
  const again = useSignInLink({ onMade: setLink });
  return (
    <Dialog title={t('link.title')} size="sm" onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('link.how')}</Text>
        {again.error && <FormMessage kind="refused">{problemText(again.error)}</FormMessage>}
        {left > 0 ? (
          <Stack gap="xs" align="center">
            <QrCode text={link.url} label={t('link.image')} />
            <Text size="xs" c="dimmed">
              {t('link.left', { count: left })}
            </Text>
          </Stack>
        ) : (
          <FormMessage kind="note">{t('link.over')}</FormMessage>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
          {left > 0 ? (
            <ProvideClipboardCopy value={link.url}>
              {({ copied, copy }) => (
                <Button leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
                  {t(copied ? 'common:copied' : 'link.copy')}
                </Button>
              )}
            </ProvideClipboardCopy>
          ) : (
            <Button loading={again.isPending} onClick={() => again.mutate()}>
              {t('link.again')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
