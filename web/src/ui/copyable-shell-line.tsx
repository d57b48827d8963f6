import { ActionIcon, Code, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ProvideClipboardCopy } from './copy-to-clipboard.tsx';
import classes from './copyable-shell-line.module.css';

interface CopyableShellLineProps {
  command: string;
  ready: boolean;
  /** Makes what is copied, where the command on the screen has a gap. */
  complete?: () => Promise<string | null>;
}

/** A terminal command with a copy button, which is enabled once there is something to copy. */
export function CopyableShellLine({ command, ready, complete }: CopyableShellLineProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.box}>
      <Code block tabIndex={0}>
        {command}
      </Code>
      <ProvideClipboardCopy value={complete ?? command}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'copied' : 'copy')}>
            <ActionIcon
              className={classes.copy}
              variant="default"
              aria-label={t('copy')}
              onClick={copy}
              disabled={!ready}
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </ProvideClipboardCopy>
    </div>
  );
}
