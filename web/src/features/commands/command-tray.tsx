import { ActionIcon, Progress, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actionIcons } from '../../entities/device/device-action-icons.ts';
import { countBatch, type Batch } from '../../live/command-board.ts';
import { useBatches, useFleet } from '../../live/use-fleet.ts';
import { BatchLines } from './batch-lines.tsx';
import classes from './commands.module.css';

/** A successful batch is removed after this time; one with failures stays until it is dismissed. */
const LEAVES_AFTER_MS = 8_000;
const SHOWN = 4;

/** The recent batches: one row each, which can be expanded to its devices. */
export function CommandTray() {
  const { t } = useTranslation('commands');
  const batches = useBatches();
  if (batches.length === 0) return null;
  return (
    <section className={classes.tray} aria-label={t('tray')}>
      {batches.slice(0, SHOWN).map((batch) => (
        <BatchRow key={batch.id} batch={batch} />
      ))}
    </section>
  );
}

function BatchRow({ batch }: { batch: Batch }) {
  const { t } = useTranslation('commands');
  const { commands } = useFleet();
  const [opened, setOpened] = useState(false);
  const { total, done, failed, open } = countBatch(batch);
  const isOver = open === 0;
  const Shape = actionIcons[batch.type];
  const Chevron = opened ? IconChevronDown : IconChevronUp;

  useEffect(() => {
    if (!isOver || failed > 0 || opened) return;
    const timer = setTimeout(() => commands.dismiss(batch.id), LEAVES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOver, failed, opened, commands, batch.id]);

  return (
    <div className={classes.batch}>
      <div className={classes.head}>
        <Shape size={16} stroke={1.7} aria-hidden="true" />
        <strong>{t(`type.${batch.type}`)}</strong>
        <span className={classes.done} role="status">
          {t('progress', { done, total })}
        </span>
        {failed > 0 && <span className={classes.failed}>{t('failed_count', { count: failed })}</span>}
        <span className={classes.tail}>
          <Tooltip label={t(opened ? 'hide' : 'show')}>
            <ActionIcon
              size={24}
              aria-expanded={opened}
              aria-label={t(opened ? 'hide' : 'show')}
              onClick={() => setOpened(!opened)}
            >
              <Chevron size={15} />
            </ActionIcon>
          </Tooltip>
          <ActionIcon size={24} aria-label={t('dismiss')} onClick={() => commands.dismiss(batch.id)}>
            <IconX size={15} />
          </ActionIcon>
        </span>
      </div>
      <Progress.Root size={3} radius={0}>
        <Progress.Section value={(done / total) * 100} color="green" aria-label={t('progress', { done, total })} />
        {failed > 0 && (
          <Progress.Section
            value={(failed / total) * 100}
            color="red"
            aria-label={t('failed_count', { count: failed })}
          />
        )}
      </Progress.Root>
      {opened && <BatchLines lines={batch.lines} />}
    </div>
  );
}
