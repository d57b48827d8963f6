import type { Dashboard } from '@vigil/shared/contract/http/dashboard';
import { RED_CPU_TEMPERATURE, RED_USAGE_PERCENT } from '@vigil/shared/domain/usage-levels';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { oneDecimalPercentText, temperatureText } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { DashboardPanel } from './panel.tsx';
import classes from './dashboard.module.css';

const kinds = {
  hottest: { sort: 'cpu_temp.desc', text: temperatureText, red: RED_CPU_TEMPERATURE, full: 100 },
  slowest: { sort: 'cpu_usage.desc', text: oneDecimalPercentText, red: RED_USAGE_PERCENT, full: 100 },
} as const;

interface MeasuredDevicesPanelProps {
  kind: keyof typeof kinds;
  devices: Dashboard['hottest'];
}

/** The devices with the highest values of one measure; red as in the list. */
export function MeasuredDevicesPanel({ kind, devices }: MeasuredDevicesPanelProps) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { sort, text, red, full } = kinds[kind];
  return (
    <DashboardPanel title={t(`dashboard.${kind}`)} to={`device/all?state=online&sort=${sort}`}>
      {devices.length === 0 ? (
        <p className={classes.none}>{t(`dashboard.no_${kind}`)}</p>
      ) : (
        <ol className={classes.bars}>
          {devices.map(({ device_pk, alias, value }) => (
            <li key={device_pk} data-red={value >= red || undefined}>
              <Link to={`/${language}/device/all/${device_pk}`}>
                <span className={classes.barName}>{alias}</span>
                <span className={classes.barTrack} aria-hidden="true">
                  <span style={{ width: `${Math.min(100, (value / full) * 100)}%` }} />
                </span>
                <b>{text(value)}</b>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </DashboardPanel>
  );
}
