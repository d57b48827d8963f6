import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconListDetails } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { useState, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bulkSkippedDevicesDialog } from '../../entities/device/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import type { BulkJobProgress } from '../../live/bulk-job-progress.ts';
import { countBatchItemStates, type CommandBatch } from '../../live/command-batch-store.ts';
import { useCommandBatches, useBulkJobsProgress, useLiveData } from '../../live/use-fleet.ts';
import { notifyDone } from '../../ui/toasts.ts';
import { BatchLines } from './batch-lines.tsx';
import { TrayRow } from './tray-row.tsx';
import classes from '../../ui/tray.module.css';

/**
 * Tells how many devices a wake has brought online (spec 2 §8): that takes minutes, and its dialog is closed by then.
 */
function useNotifyWakeSuccess(batches: readonly CommandBatch[]): void {
  const { t } = useTranslation('commands');
  // Those of an earlier visit that are over were told then.
  const running = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const wakes = batches
      .filter(({ type }) => type === 'wol')
      .map((batch) => ({ id: batch.id, count: countBatchItemStates(batch) }));
    for (const { id, count } of wakes) {
      if (running.current.has(id) && count.open === 0 && count.done > 0)
        notifyDone(t('wol_success', { count: count.done }));
    }
    running.current = new Set(wakes.filter(({ count }) => count.open > 0).map(({ id }) => id));
  }, [batches, t]);
}

const SHOWN = 4;

/**
 * The recent changes of devices and commands to them: one row each. It stands below the page and takes its room from
 * it, so that it covers no control.
 */
export function CommandTray() {
  const { t } = useTranslation('commands');
  const batches = useCommandBatches();
  const changes = useBulkJobsProgress();
  useNotifyWakeSuccess(batches);
  if (batches.length + changes.length === 0) return null;
  return (
    <section className={classes.tray} aria-label={t('tray')}>
      {changes.slice(0, SHOWN).map((change) => (
        <ChangeRow key={change.id} change={change} />
      ))}
      {batches.slice(0, SHOWN).map((batch) => (
        <BatchRow key={batch.id} batch={batch} />
      ))}
    </section>
  );
}

/** A change of many devices. The devices that it left out are in a dialog. */
function ChangeRow({ change }: { change: BulkJobProgress }) {
  const { id, action, handled, refused, total, isOver } = change;
  const { t } = useTranslation('commands');
  const { bulkJobs } = useLiveData();
  const openDialog = useSetAtom(openDialogAtom);
  return (
    <TrayRow
      {...{ action, total, isOver }}
      done={handled - refused}
      failed={refused}
      failedText={t('left_out', { count: refused })}
      onDismiss={isOver ? () => bulkJobs.dismiss(id) : null}
      tools={
        isOver &&
        refused > 0 && (
          <Tooltip label={t('show_left_out')}>
            <ActionIcon
              size={24}
              aria-label={t('show_left_out')}
              aria-haspopup="dialog"
              onClick={() => openDialog(bulkSkippedDevicesDialog({ id, action, total, refused }))}
            >
              <IconListDetails size={15} />
            </ActionIcon>
          </Tooltip>
        )
      }
    />
  );
}

/** A command to one or many devices, with its state on each. */
function BatchRow({ batch }: { batch: CommandBatch }) {
  const { t } = useTranslation('commands');
  const { commands } = useLiveData();
  const [isOpened, setOpened] = useState(false);
  const { total, done, failed, open } = countBatchItemStates(batch);
  const Chevron = isOpened ? IconChevronDown : IconChevronUp;
  const label = t(isOpened ? 'hide' : 'show');
  return (
    <TrayRow
      {...{ total, done, failed, isOpened }}
      action={batch.type}
      failedText={t('failed_count', { count: failed })}
      isOver={open === 0}
      onDismiss={() => commands.dismiss(batch.id)}
      tools={
        <Tooltip label={label}>
          <ActionIcon size={24} aria-expanded={isOpened} aria-label={label} onClick={() => setOpened(!isOpened)}>
            <Chevron size={15} />
          </ActionIcon>
        </Tooltip>
      }
    >
      {isOpened && <BatchLines lines={batch.lines} />}
    </TrayRow>
  );
}
