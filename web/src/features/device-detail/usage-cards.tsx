import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isRedUsage } from '../../entities/device/usage-meter.tsx';
import { finePercentText, oneDecimalPercentText, usedOfText } from '../../lib/format.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { RECENT_USAGE_MS, useRecentUsage, type RecentUsage } from './use-recent-usage.ts';
import classes from './detail.module.css';

const PercentSparkline = lazyWithPreload(async () => (await import('../../ui/chart.tsx')).PercentSparkline);

export function UsageCards({ device, processor }: { device: FleetDevice; processor: string | null }) {
  const { t } = useTranslation('detail');
  const history = useRecentUsage(device.pk);
  const cards = [
    {
      name: 'cpu',
      value: device.cpu_usage,
      text: oneDecimalPercentText(device.cpu_usage),
      sub: processor || t('no_data'),
    },
    {
      name: 'memory',
      value: device.memory_usage,
      text: oneDecimalPercentText(device.memory_usage),
      sub: usedOfText(device.memory_uses, device.memory_capacity),
    },
    {
      name: 'disk',
      value: device.hdd_usage,
      text: finePercentText(device.hdd_usage),
      sub: usedOfText(device.hdd_uses, device.hdd_capacity),
    },
  ] as const satisfies readonly { name: keyof RecentUsage; value: number | null; text: string; sub: string }[];

  return (
    <div className={classes.cards}>
      {cards.map(({ name, value, text, sub }) => (
        <article key={name} className={classes.card} data-red={isRedUsage(value) || undefined}>
          <h3>{t(name)}</h3>
          <strong>{text}</strong>
          <p title={sub}>{sub}</p>
          <div className={classes.chart}>
            <Suspense fallback={null}>
              <PercentSparkline
                points={history[name]}
                color={isRedUsage(value) ? '#e5484d' : '#7271de'}
                spanMs={RECENT_USAGE_MS}
                label={t('last_minutes', { name: t(name) })}
              />
            </Suspense>
          </div>
        </article>
      ))}
    </div>
  );
}
