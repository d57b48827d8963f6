import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './dialogs.module.css';

export function MessageDialog({ request, onClose }: DialogProps<'message'>) {
  return (
    <Told {...request} onClose={onClose} icon={<IconInfoCircle size={22} stroke={1.6} className={classes.note} />} />
  );
}

export function WarningDialog({ request, onClose }: DialogProps<'warning'>) {
  return (
    <Told
      {...request}
      onClose={onClose}
      icon={<IconAlertTriangle size={22} stroke={1.6} className={classes.warning} />}
    />
  );
}

interface ToldProps {
  title: string;
  text: string;
  icon: ReactNode;
  onClose: () => void;
}

/** Something to be read, and nothing to decide. */
function Told({ title, text, icon, onClose }: ToldProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} size="sm" onClose={onClose}>
      <div className={classes.told}>
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
