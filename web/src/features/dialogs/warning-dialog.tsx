import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { warningDialog } from '../../ui/dialogs.ts';
import classes from './dialogs.module.css';

/** A text with a close button. */
export function WarningDialog({ request: { title, text }, onClose }: DialogProps<typeof warningDialog>) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} size="sm" onClose={onClose}>
      <div className={classes.message}>
        <IconAlertTriangle size={22} stroke={1.6} className={classes.warning} />
        <Text size="sm" className={classes.text}>
          {text}
        </Text>
      </div>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('ok')}
        </Button>
      </Group>
    </Dialog>
  );
}
