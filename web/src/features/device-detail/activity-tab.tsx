import { Anchor } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { auditCode, auditActionName } from '@vigil/shared/contract/audit-codes';
import type { Audit } from '@vigil/shared/contract/http/audits';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { auditSubjectQuery } from '../../entities/audit/audit-subject.ts';
import { audits } from '../../entities/audit/audits.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ListState } from '../../ui/read-state.tsx';
import { narrowTableProps } from './narrow-table-props.ts';

/** Spec 2 §9. */
const LATEST = 10;
/** An entry with this code is a placeholder (spec 2 §2). */
const PLACEHOLDER = -1;

const known = [1, 2, 3, 4, 5, 11, 12, 13, 21, 30, 81, 87, 88] as const;
type Known = (typeof known)[number];
const isKnown = (code: number): code is Known => (known as readonly number[]).includes(code);

const resolutions = ['split', 'merge', 'dismiss'] as const;
const isResolution = (value: string | null): value is (typeof resolutions)[number] =>
  (resolutions as readonly (string | null)[]).includes(value);

export function ActivityTab({ pk }: { pk: DevicePk }) {
  const { t } = useTranslation(['detail', 'clones']);
  const language = useLanguage();
  const { viewer } = useViewer();
  const time = useTimeFormat();
  const latest = { by: 'create_time', order: 'desc', limit: LATEST, offset: 0, device_pk: String(pk) } as const;
  const query = audits.usePage(latest);
  const total = query.data?.meta.total_count ?? 0;
  const address = auditSubjectQuery({ kind: 'device', pk });
  const act = ({ act_name_id: code, old_value, new_value }: Audit) => {
    if (code === auditCode.clone && isResolution(new_value))
      return t(`clones:act.${new_value}`, { value: old_value ?? NO_VALUE });
    return isKnown(code) ? t(`act.${code}`, { value: new_value ?? NO_VALUE }) : auditActionName(code, language);
  };

  const columns: readonly Column<Audit>[] = [
    {
      id: 'who',
      label: t('activity.who'),
      render: ({ name, reg_mail }) => (
        <>
          {name}
          <small>{reg_mail}</small>
        </>
      ),
    },
    { id: 'when', label: t('activity.when'), render: ({ act_time }) => time.second(act_time) },
    { id: 'what', label: t('activity.what'), render: act },
  ];
  return (
    <ListState
      query={query}
      rows={query.data?.objects.filter(({ act_name_id }) => act_name_id !== PLACEHOLDER)}
      loading={4}
      failed={t('activity.failed')}
      empty={{ icon: <IconHistory stroke={1.4} />, title: t('activity.empty'), text: t('activity.empty_text') }}
    >
      {(rows) => (
        <>
          <DataTable rows={rows} pkOf={(audit) => audit.pk} columns={columns} look={narrowTableProps} />
          {viewer.flags.isAdmin && total > rows.length && (
            <Anchor component={Link} size="sm" to={`/${language}/management/audit?${address.toString()}`}>
              {t('activity.all', { count: total })}
            </Anchor>
          )}
        </>
      )}
    </ListState>
  );
}
