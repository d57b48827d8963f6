import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core';
import { IconTableImport, IconX } from '@tabler/icons-react';
import type { ImportRecord } from '@vigil/shared/contract/http/imports';
import { listImports } from '@vigil/shared/contract/routes/company';
import { guestSessionDenial } from '@vigil/shared/domain/permissions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  importRecords,
  PROGRESS_INTERVAL_MS,
  useDismissImport,
  useIsInTray,
} from '../../entities/import/import-records.ts';
import { importResultAddress } from '../../entities/import/import-result-address.ts';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { useHasBeenIdle } from '../../lib/use-has-been-idle.ts';
import classes from '../../ui/tray.module.css';

const SHOWN = 4;

/**
 * The imports of the user that no page shows, also those of another visit; read when the page has nothing else to do.
 */
function useImportsInTray(): readonly ImportRecord[] {
  const { viewer } = useViewer();
  const { bulk_import } = useInstallationSettings();
  const isIdle = useHasBeenIdle();
  const isInTray = useIsInTray();
  const { data = [] } = importRecords.useList({
    enabled: isIdle && bulk_import && viewer.flags.isAdmin && guestSessionDenial(viewer, listImports) === null,
    refetchInterval: ({ state }) =>
      state.data?.some((record) => record.state === 'running') ? PROGRESS_INTERVAL_MS : false,
  });
  return data.filter(isInTray);
}

/** The imports that go on, or ended, while no page shows them: a strip below the page. */
export function ImportTray() {
  const { t } = useTranslation('exports');
  const rows = useImportsInTray();
  if (rows.length === 0) return null;
  return (
    <section className={classes.tray} aria-label={t('import.tray')}>
      {rows.slice(0, SHOWN).map((row) => (
        <Line key={row.id} row={row} />
      ))}
    </section>
  );
}

function Line({ row }: { row: ImportRecord }) {
  const { t } = useTranslation('exports');
  const language = useLanguage();
  const dismiss = useDismissImport();
  const { id, kind, state, done, total, failure } = row;
  const percent = state === 'finished' ? 100 : total > 0 ? (100 * done) / total : 0;
  const hasFailed = state === 'interrupted' || failure > 0;
  return (
    <div className={classes.batch}>
      <div className={classes.head}>
        <IconTableImport size={16} stroke={1.7} aria-hidden="true" />
        <strong>{t(`import.${kind}`)}</strong>
        <span className={hasFailed ? classes.failed : classes.done} role="status">
          {t(`import.${state}`, row)}
        </span>
        <span className={classes.tail}>
          {state === 'finished' && (
            <Button component={Link} to={importResultAddress(language, row)} size="compact-xs" variant="light">
              {t('import.show')}
            </Button>
          )}
          {state !== 'running' && (
            <Tooltip label={t('import.dismiss')}>
              <ActionIcon size={24} aria-label={t('import.dismiss')} onClick={() => dismiss(id)}>
                <IconX size={15} />
              </ActionIcon>
            </Tooltip>
          )}
        </span>
      </div>
      <Progress.Root size={3} radius={0}>
        <Progress.Section
          value={percent}
          color={state === 'interrupted' ? 'red' : 'green'}
          aria-label={`${Math.round(percent)} %`}
        />
      </Progress.Root>
    </div>
  );
}
