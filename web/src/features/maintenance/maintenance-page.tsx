import { Button } from '@mantine/core';
import { IconPlus, IconTool } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { maintenanceDialog } from '../../entities/maintenance/dialogs.ts';
import { useMaintenanceWindows } from '../../entities/maintenance/maintenance-windows.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ListState } from '../../ui/read-state.tsx';
import { ComingDays } from './coming-days.tsx';
import { useWindowColumns } from './window-columns.tsx';

const startOf = (window: { current: { start_time: string } | null; next: { start_time: string } | null }): string =>
  window.current?.start_time ?? window.next?.start_time ?? '';

/**
 * `/management/maintenance`: the maintenance windows that are running, and those that are coming, the next one first.
 */
export function MaintenancePage() {
  const { t } = useTranslation('maintenance');
  const openDialog = useSetAtom(openDialogAtom);
  const query = useMaintenanceWindows();
  const columns = useWindowColumns();
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => openDialog(maintenanceDialog({ window: null }))}
    >
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} tools={add} isWide>
      <Section title={t('list')} text={t('text')}>
        <ListState
          rows={query.data}
          query={query}
          failed={t('failed')}
          loading={4}
          empty={{ icon: <IconTool stroke={1.4} />, title: t('empty'), text: t('empty_text') }}
        >
          {(rows) => (
            <DataTable
              rows={rows.toSorted((a, b) => startOf(a).localeCompare(startOf(b)))}
              pkOf={({ pk }) => pk}
              columns={columns}
            />
          )}
        </ListState>
      </Section>
      <ComingDays windows={query.data ?? []} />
    </Page>
  );
}
