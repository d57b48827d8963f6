import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useKeepCompany } from '../../entities/profile/use-keep-company.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import classes from './company-deletion-strip.module.css';

/** Tells administrators, on every page, when the account of their company will be deleted, and keeps it. */
export function CompanyDeletionStrip() {
  const { t } = useTranslation('shell');
  const { profile, viewer } = useViewer();
  const time = useTimeFormat();
  const keep = useKeepCompany();
  const at = profile.company_deletes_at;
  if (!at || !viewer.flags.isAdmin) return null;
  return (
    <div className={classes.strip} role="alert">
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
      <span>{t('deletion.strip', { time: time.minute(at) })}</span>
      <Button size="compact-xs" variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
        {t('deletion.keep')}
      </Button>
    </div>
  );
}
