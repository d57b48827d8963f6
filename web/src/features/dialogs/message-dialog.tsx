import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { messageDialog, warningDialog } from '../../ui/dialogs.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './dialogs.module.css';

export function MessageDialog({ request, onClose }: DialogProps<typeof messageDialog>) {
  return (
    <TextWithIcon
      {...request}
      onClose={onClose}
      icon={<IconInfoCircle size={22} stroke={1.6} className={classes.note} />}
    />
  );
}

export function WarningDialog({ request, onClose }: DialogProps<typeof warningDialog>) {
  return (
    <TextWithIcon
      {...request}
      onClose={onClose}
      icon={<IconAlertTriangle size={22} stroke={1.6} className={classes.warning} />}
    />
  );
}

interface TextDialogProps {
  title: string;
  text: string;
  icon: ReactNode;
  onClose: () => void;
}

/** A text with a close button. */
function TextWithIcon({ title, text, icon, onClose }: TextDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} size="sm" onClose={onClose}>
      <div className={classes.message}>
        {icon}
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
