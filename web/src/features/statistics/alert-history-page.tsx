import type { AlertHistoryRow } from '@vigil/shared/contract/http/histories';
import { osNames } from '@vigil/shared/domain/os-names';
import { alertKindNumbers, alertKindOf } from '@vigil/shared/domain/thresholds';
import { useTranslation } from 'react-i18next';
import { useAlertValueText } from '../../entities/incident/use-alert-value-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { enumParam } from '../../lib/list-view.ts';
import { useListView } from '../../lib/use-list-view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ContextMenu, DeviceCell, OsCell } from './history-cells.tsx';
import { historyFilterQuery, historyPageQuery, historyUrl } from './history-list.ts';
import { HistoryPage } from './history-page.tsx';
import { alertHistory } from './reports.ts';
import { useContextLinks } from './use-context-links.ts';
import classes from './statistics.module.css';

const keys = ['alias', 'type', 'code'] as const;
const address = historyUrl(keys, { open: enumParam(['0', '1'], '0') });
const systems = [1, 2, 3, 4, 5] as const;

/** Which alerts there were, and how long each was open. */
export function AlertHistoryPage() {
  const { t } = useTranslation(['statistics', 'bell']);
  const time = useTimeFormat();
  const list = useListView(address);
  const isOpenOnly = list.view.open === '1';
  const onlyOpen = isOpenOnly ? ({ open: '1' } as const) : {};
  const query = alertHistory.usePage({ ...historyPageQuery(list.view, time.wall), ...onlyOpen }, { staleTime: 0 });
  return (
    <HistoryPage
      kind="alert"
      list={list}
      query={query}
      pkOf={({ pk }) => pk}
      columns={useColumns()}
      search={[
        { value: 'alias', label: t('key.alias') },
        {
          value: 'type',
          label: t('key.type'),
          values: systems.map((os) => ({ value: String(os), label: osNames[os] })),
        },
        {
          value: 'code',
          label: t('key.code'),
          values: Object.values(alertKindNumbers).map((kind) => ({
            value: String(kind),
            label: t(`bell:kind.${kind}`),
          })),
        },
      ]}
      exported={{ export_id: 'alertHistoryTable', ...historyFilterQuery(list.view, time.wall), ...onlyOpen }}
      {...(isOpenOnly ? { narrowed: { label: t('only_open'), clear: () => list.filter({ open: '0' }) } } : {})}
      namesOf={({ device }) => ({ device })}
    />
  );
}

function useColumns(): readonly Column<AlertHistoryRow, 'create_time'>[] {
  const { t } = useTranslation(['statistics', 'bell']);
  const time = useTimeFormat();
  const valueText = useAlertValueText();
  const linksOf = useContextLinks();
  return [
    {
      id: 'time',
      label: t('column.event'),
      by: 'create_time',
      className: classes.figures,
      render: ({ generate }) => time.second(generate),
    },
    {
      id: 'device',
      label: t('column.device'),
      className: classes.name,
      render: ({ device, device_pk, device_exists }) => (
        <DeviceCell alias={device} pk={device_pk} exists={device_exists === 1} />
      ),
    },
    { id: 'os', label: t('column.os'), render: ({ device_os_id }) => <OsCell os={device_os_id} /> },
    {
      id: 'alert',
      label: t('column.alert'),
      render: ({ alert_code, alert_value }) => {
        const kind = alertKindOf(alert_code);
        return [t(`bell:kind.${kind}`), valueText(kind, alert_value)].filter((text) => text !== '').join(' ');
      },
    },
    {
      id: 'over',
      label: t('column.over'),
      className: classes.figures,
      render: ({ generate, ended_at }) =>
        ended_at === null ? (
          <span className={classes.running}>{t('open')}</span>
        ) : (
          <span title={time.span((Date.parse(ended_at) - Date.parse(generate)) / 1_000)}>{time.second(ended_at)}</span>
        ),
    },
    {
      id: 'context',
      label: t('context'),
      labelled: 'hidden',
      render: ({ device_pk, device_exists, incident_pk }) => (
        <ContextMenu
          links={linksOf({ device: { pk: device_pk, exists: device_exists === 1 }, incident: incident_pk })}
        />
      ),
    },
  ];
}
