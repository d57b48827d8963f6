import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconX } from '@tabler/icons-react';
import type { ExportRow } from '@vigil/shared/contract/http/exports';
import { deleteExport } from '@vigil/shared/contract/routes/company';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exports, isUnfinished, useRequestedExports, useExports } from '../../entities/export/exports.ts';
import { useAutoDismiss } from '../../lib/use-auto-dismiss.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { notifyFailed } from '../../ui/toasts.ts';
import classes from '../../ui/tray.module.css';

/** The exports that are being written or wait to be saved: a strip below the page. */
export function ExportTray() {
  const { t } = useTranslation('exports');
  const asked = useRequestedExports();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const rows = useExports().filter(({ id, downloaded }) => !gone.has(id) && (downloaded === 0 || asked.has(id)));
  if (rows.length === 0) return null;
  return (
    <section className={classes.tray} aria-label={t('tray')}>
      {rows.map((row) => (
        <Line
          key={row.id}
          row={row}
          isAsked={asked.has(row.id)}
          onGone={() => setGone((before) => new Set([...before, row.id]))}
        />
      ))}
    </section>
  );
}

interface LineProps {
  row: ExportRow;
  /** Its file is saved without a click. */
  isAsked: boolean;
  onGone: () => void;
}

function Line({ row, isAsked, onGone }: LineProps) {
  const { t } = useTranslation('exports');
  const change = exports.useChange();
  const problemText = useProblemText();
  const link = useRef<HTMLAnchorElement>(null);
  const isReady = row.state === 'ready';
  const [isSaved, setSaved] = useState(false);
  useAutoDismiss(isSaved, onGone);

  const remove = useSingleFlightMutation({
    mutationFn: () => change(deleteExport, { params: { id: row.id } }),
    onError: (error) => notifyFailed(problemText(error), t('not_removed')),
  });

  useEffect(() => {
    if (isReady && isAsked) link.current?.click();
  }, [isReady, isAsked]);

  return (
    <div className={classes.batch}>
      <div className={classes.head}>
        <IconFileSpreadsheet size={16} stroke={1.7} aria-hidden="true" />
        <strong>{row.file_name}</strong>
        <span className={row.state === 'failed' ? classes.failed : classes.done} role="status">
          {t(`state.${row.state}`, { percent: row.percent, rows: row.rows })}
        </span>
        {row.unread > 0 && (
          <span className={classes.failed} role="alert">
            {t('device_excel_fail', { count: row.unread })}
          </span>
        )}
        <span className={classes.tail}>
          {isReady && (
            <Button
              ref={link}
              component="a"
              href={row.download_url}
              download={row.file_name}
              onClick={() => setSaved(true)}
              size="compact-xs"
              variant="light"
              leftSection={<IconDownload size={14} />}
            >
              {t('save')}
            </Button>
          )}
          <Tooltip label={t(isUnfinished(row) ? 'cancel' : 'remove')}>
            <ActionIcon
              size={24}
              aria-label={t(isUnfinished(row) ? 'cancel' : 'remove')}
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              <IconX size={15} />
            </ActionIcon>
          </Tooltip>
        </span>
      </div>
      <Progress.Root size={3} radius={0}>
        <Progress.Section
          value={row.percent}
          color={row.state === 'failed' ? 'red' : 'green'}
          aria-label={`${row.percent} %`}
        />
      </Progress.Root>
    </div>
  );
}
