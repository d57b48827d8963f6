import { Button } from '@mantine/core';
import type { Profile } from '@vigil/shared/contract/http/profile';
import { licenceWarning } from '@vigil/shared/domain/licences';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyDay, useLastDay } from '../../entities/session/use-last-day.ts';
import { useLanguage } from '../../lib/language.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import classes from './licences.module.css';

type Licence = Profile['license']['list'][number];

interface LicenceTableProps {
  license: Profile['license'];
  /** Null where licences are not sold. */
  onRenew: ((pk: number) => void) | null;
}

/** The licences of the company, the one that ends last first; those that have ended are marked (spec 3 §2). */
export function LicenceTable({ license, onRenew }: LicenceTableProps) {
  const { t } = useTranslation('licences');
  const language = useLanguage();
  const day = useCompanyDay(license.time_zone);
  const lastDay = useLastDay(license.time_zone);
  const [now] = useState(Date.now);
  const rows = license.list.toSorted((a, b) => b.expireTimeStamp - a.expireTimeStamp);
  const columns: readonly Column<Licence>[] = [
    {
      id: 'expire',
      label: t('column.expire'),
      render: ({ pay_expire, expireTimeStamp, isExpired }) => (
        <>
          {lastDay(pay_expire)}
          {isExpired ? (
            <small className={classes.over}>{t('ended')}</small>
          ) : (
            licenceWarning(expireTimeStamp, now) === 'expiring' && (
              <small className={classes.soon}>{t('ends_soon')}</small>
            )
          )}
        </>
      ),
    },
    { id: 'type', label: t('column.type'), render: ({ pay_type }) => t(`type.${pay_type as 'Free'}`) },
    {
      id: 'devices',
      label: t('column.devices'),
      isNumber: true,
      render: ({ pay_dev_vol }) => pay_dev_vol.toLocaleString(language),
    },
    {
      id: 'seats',
      label: t('column.seats'),
      isNumber: true,
      render: ({ manager_limit }) => manager_limit.toLocaleString(language),
    },
    {
      id: 'period',
      label: t('column.period'),
      render: ({ starts, pay_expire }) => `${day(starts)} – ${lastDay(pay_expire)}`,
    },
  ];
  const renewal: Column<Licence> = {
    id: 'renew',
    label: t('column.renew'),
    render: ({ pay_pk, linked }) => (
      <DisableWithReason reason={linked ? t('renewed') : null}>
        <Button size="compact-xs" variant="default" disabled={linked} onClick={() => onRenew?.(pay_pk)}>
          {t('renew')}
        </Button>
      </DisableWithReason>
    ),
  };
  if (rows.length === 0) return <p className={classes.note}>{t('empty')}</p>;
  return (
    <DataTable rows={rows} pkOf={({ pay_pk }) => pay_pk} columns={onRenew === null ? columns : [...columns, renewal]} />
  );
}
