import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isLoopback } from './install-command.ts';
import classes from './loopback-warning.module.css';

interface LoopbackWarningProps {
  /** The address that the console was opened by, and that another computer is to use. */
  server: string;
  /** What it is used for there: in a command that installs an agent, or typed into a browser. */
  use: 'command' | 'browser';
}

/** Where the address leads every other computer to itself. */
export function LoopbackWarning({ server, use }: LoopbackWarningProps) {
  const { t } = useTranslation('enrol');
  if (!isLoopback(server)) return null;
  return (
    <Alert
      variant="default"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      title={t('loopback_title')}
      classNames={{ root: classes.warning, title: classes.title, icon: classes.title }}
    >
      {t(use === 'command' ? 'loopback_text' : 'loopback_browser', { address: server })}
    </Alert>
  );
}
