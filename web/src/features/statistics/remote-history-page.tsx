import { IconCheck } from '@tabler/icons-react';
import type { RemoteHistoryRow, SessionKind } from '@vigil/shared/contract/http/histories';
import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import { remoteSessionEndNames } from '@vigil/shared/domain/audit-fields';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLanguage } from '../../lib/language.ts';
import { enumParam, textParam } from '../../lib/list-view.ts';
import { useListView } from '../../lib/use-list-view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { AddressCell, ContextMenu, DeviceCell, OsCell, UserCell } from './history-cells.tsx';
import { historyFilterQuery, historyPageQuery, historyUrl } from './history-list.ts';
import { HistoryPage } from './history-page.tsx';
import { remoteHistory } from './reports.ts';
import { useContextLinks } from './use-context-links.ts';
import classes from './statistics.module.css';

const keys = ['alias', 'email'] as const;
interface Narrowing {
  readonly open: '0' | '1';
  /** Empty for all. */
  readonly kind: SessionKind | '';
  /** Empty for all. */
  readonly session: string;
}
const address = historyUrl<(typeof keys)[number], Narrowing>(keys, {
  open: enumParam(['0', '1'], '0'),
  kind: enumParam(['', 'screen', 'file'], ''),
  session: textParam,
});

/** Who controlled which device from where, and how long. */
export function RemoteHistoryPage() {
  const { t } = useTranslation('statistics');
  const time = useTimeFormat();
  const list = useListView(address);
  const { open, kind, session } = list.view;
  const narrowing = {
    ...(open === '1' && { open }),
    ...(kind !== '' && { kind }),
    ...(session !== '' && { session: session as RemoteSessionId }),
  };
  const label = [
    kind !== '' && t(`only_kind.${kind}`),
    open === '1' && t('only_running'),
    session !== '' && t('one_session'),
  ]
    .filter(Boolean)
    .join(', ');
  const query = remoteHistory.usePage({ ...historyPageQuery(list.view, time.wall), ...narrowing }, { staleTime: 0 });
  return (
    <HistoryPage
      kind="remote"
      list={list}
      query={query}
      pkOf={({ pk }) => pk}
      columns={useColumns()}
      search={keys.map((value) => ({ value, label: t(`key.${value}`) }))}
      exported={{ export_id: 'remoteHistoryTable', ...historyFilterQuery(list.view, time.wall), ...narrowing }}
      {...(label === '' ? {} : { narrowed: { label, clear: () => list.filter({ open: '0', kind: '', session: '' }) } })}
      namesOf={({ alias, reg_mail }) => ({ device: alias, user: reg_mail })}
    />
  );
}

function useColumns(): readonly Column<RemoteHistoryRow, 'create_time'>[] {
  const { t } = useTranslation('statistics');
  const time = useTimeFormat();
  const language = useLanguage();
  const linksOf = useContextLinks();
  return [
    {
      id: 'start',
      label: t('column.start'),
      by: 'create_time',
      className: classes.figures,
      render: ({ start_time }) => <span title={time.second(start_time)}>{time.minute(start_time)}</span>,
    },
    {
      id: 'end',
      label: t('column.end'),
      className: classes.figures,
      render: ({ start_time, end_time, end_reason }) =>
        end_time === null ? (
          <span className={classes.running}>{t('running')}</span>
        ) : (
          <>
            <span title={`${time.second(end_time)} – ${durationOf(time.span, start_time, end_time)}`}>
              {time.minute(end_time)}
            </span>
            {end_reason !== null && (
              <span className={classes.reason}>{remoteSessionEndNames[end_reason][language]}</span>
            )}
          </>
        ),
    },
    {
      id: 'user',
      label: t('column.id'),
      className: classes.name,
      render: ({ reg_mail, user_pk }) => <UserCell id={reg_mail} pk={user_pk} />,
    },
    {
      id: 'device',
      label: t('column.device'),
      className: classes.name,
      render: ({ alias, device_pk, device_exists }) => (
        <DeviceCell alias={alias} pk={device_pk} exists={device_exists === 1} />
      ),
    },
    { id: 'type', label: t('column.type'), className: classes.word, render: ({ type }) => t(`session_type.${type}`) },
    {
      id: 'host_ip',
      label: t('column.host_ip'),
      render: ({ host_public_ip, host_private_ip }) => <AddressCell open={host_public_ip} inside={host_private_ip} />,
    },
    { id: 'host_os', label: t('column.host_os'), render: ({ host_os_id }) => <OsCell os={host_os_id} isShort /> },
    {
      id: 'viewer_ip',
      label: t('column.viewer_ip'),
      render: ({ viewer_public_ip, viewer_private_ip }) => (
        <AddressCell open={viewer_public_ip} inside={viewer_private_ip} />
      ),
    },
    {
      id: 'viewer_os',
      label: t('column.viewer_os'),
      render: ({ viewer_os_id }) => <OsCell os={viewer_os_id} isShort />,
    },
    {
      id: 'security',
      label: t('column.security'),
      render: ({ security }) => (security === 1 ? <IconCheck size={16} role="img" aria-label={t('secured')} /> : null),
    },
    {
      id: 'context',
      label: t('context'),
      labelled: 'hidden',
      render: ({ pk, device_pk, device_exists, user_pk }) => (
        <ContextMenu
          links={linksOf({ device: { pk: device_pk, exists: device_exists === 1 }, user: user_pk, session: pk })}
        />
      ),
    },
  ];
}

const durationOf = (span: (seconds: number) => string, start: string, end: string): string =>
  span(Math.max(0, Date.parse(end) - Date.parse(start)) / 1_000);
