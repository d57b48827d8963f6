import type { Profile } from '@vigil/shared/contract/http/profile';
import { useTranslation } from 'react-i18next';
import classes from './licences.module.css';

/** How much of the licences in force is used: devices, and seats of users besides administrators. */
export function LicenceUse({ license: { total, devices, managers } }: Pick<Profile, 'license'>) {
  const { t } = useTranslation('licences');
  return (
    <div className={classes.uses}>
      <Use label={t('use.devices', { used: devices, of: total.vol })} used={devices} of={total.vol} />
      <Use label={t('use.seats', { used: managers, of: total.managerLimit })} used={managers} of={total.managerLimit} />
    </div>
  );
}

function Use({ label, used, of }: { label: string; used: number; of: number }) {
  const share = of === 0 ? (used === 0 ? 0 : 100) : Math.min(100, (used / of) * 100);
  return (
    <div className={classes.use} data-full={used > of || undefined}>
      <span>{label}</span>
      <span className={classes.track} aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </span>
    </div>
  );
}
