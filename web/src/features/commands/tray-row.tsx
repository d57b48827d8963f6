import { ActionIcon, Progress, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { CommandType } from '@vigil/shared/contract/names';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { actionIcons } from '../../entities/device/device-action-icons.ts';
import { useAutoDismiss } from '../../lib/use-auto-dismiss.ts';
import type { BulkAction } from '../../live/bulk-job-progress.ts';
import classes from '../../ui/tray.module.css';

interface TrayRowProps {
  action: CommandType | BulkAction;
  /** Numbers of devices. */
  total: number;
  done: number;
  failed: number;
  /** Names the failures. */
  failedText: string;
  isOver: boolean;
  /** It is being read: it does not leave by itself. */
  isOpened?: boolean;
  /** Null as long as it cannot be dismissed. */
  onDismiss: (() => void) | null;
  /** Controls beside the one that dismisses it. */
  tools?: ReactNode;
  /** Below the progress. */
  children?: ReactNode;
}

/** What became of an action on one or many devices: its progress, and how many devices it did not reach. */
export function TrayRow(props: TrayRowProps) {
  const { action, total, done, failed, failedText, isOver, isOpened = false, onDismiss, tools, children } = props;
  const { t } = useTranslation('commands');
  const Shape = actionIcons[action];
  const text = t('progress', { done, total });
  // One with failures stays until it is dismissed.
  useAutoDismiss(isOver && failed === 0 && !isOpened, onDismiss);

  return (
    <div className={classes.batch}>
      <div className={classes.head}>
        <Shape size={16} stroke={1.7} aria-hidden="true" />
        <strong>{t(`type.${action}`)}</strong>
        <span className={classes.done} role="status">
          {text}
        </span>
        {failed > 0 && <span className={classes.failed}>{failedText}</span>}
        <span className={classes.tail}>
          {tools}
          {onDismiss && (
            <Tooltip label={t('dismiss')}>
              <ActionIcon size={24} aria-label={t('dismiss')} onClick={onDismiss}>
                <IconX size={15} />
              </ActionIcon>
            </Tooltip>
          )}
        </span>
      </div>
      <Progress.Root size={3} radius={0}>
        <Progress.Section value={(done / total) * 100} color="green" aria-label={text} />
        {failed > 0 && <Progress.Section value={(failed / total) * 100} color="red" aria-label={failedText} />}
      </Progress.Root>
      {children}
    </div>
  );
}
