import type { Dashboard } from '@vigil/shared/contract/http/dashboard';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useViewer } from '../../../entities/session/viewer.ts';
import { useLanguage } from '../../../lib/language.ts';
import { DashboardPanel } from './panel.tsx';
import classes from './dashboard.module.css';

/** Steps of one colour: the most used version is the strongest. */
const strengthOf = (index: number): number => Math.max(20, 100 - index * 22);

/** Which versions of the agent are in use, as one bar. */
export function VersionsPanel({ versions }: Pick<Dashboard, 'versions'>) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { viewer } = useViewer();
  const total = versions.reduce((sum, { devices }) => sum + devices, 0);
  return (
    <DashboardPanel title={t('dashboard.versions')} to={viewer.flags.isAdmin ? 'management/agent-updates' : null}>
      {total === 0 ? (
        <p className={classes.none}>{t('dashboard.no_versions')}</p>
      ) : (
        <>
          <div className={classes.stacked} aria-hidden="true">
            {versions.map(({ version, devices }, index) => (
              <span
                key={version}
                style={{ flexGrow: devices, opacity: `${strengthOf(index)}%` }}
                title={version ?? t('dashboard.no_version')}
              />
            ))}
          </div>
          <ul className={classes.legend}>
            {versions.map(({ version, devices }) => (
              <li key={version}>
                {version === null ? (
                  <span>{t('dashboard.no_version')}</span>
                ) : (
                  <Link to={`/${language}/device/all?name=${encodeURIComponent(`version:${version}`)}`}>{version}</Link>
                )}
                <b>{devices.toLocaleString(language)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </DashboardPanel>
  );
}
