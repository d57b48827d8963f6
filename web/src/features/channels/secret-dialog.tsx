import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyableShellLine } from '../../ui/copyable-shell-line.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';

/** Shows the secret of a webhook, which is nowhere to be had again, and what it is for. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('channels');
  return (
    <Dialog title={t('secret_title')} size="md" closesOnlyByButtons onClose={onClose}>
      <Stack gap="sm">
        <FormMessage kind="note">{t('secret_once')}</FormMessage>
        <CopyableShellLine command={secret} ready />
        <Text size="sm" c="dimmed">
          {t('secret_text')}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('secret_kept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
