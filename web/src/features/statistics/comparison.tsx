import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import classes from './statistics.module.css';

interface ComparisonProps {
  now: number;
  /** In the period before. */
  before: number;
  /** Names what was counted, with its number. */
  label: string;
  /** Names the period before. */
  than: string;
  /** The period has not ended, so that only as many days of the one before count. */
  isRunning?: boolean;
}

/** A count beside that of the period before; without one before there is no share to tell. */
export function Comparison({ now, before, label, than, isRunning = false }: ComparisonProps) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const change = before === 0 ? null : Math.round(((now - before) / before) * 100);
  const Arrow = now === before ? IconArrowRight : now > before ? IconArrowUpRight : IconArrowDownRight;
  return (
    <p className={classes.comparison} role="status">
      <b>{label}</b>
      <span>
        <Arrow size={14} aria-hidden="true" />
        {change === null
          ? t(isRunning ? 'compared_to_date_with_none' : 'compared_with_none', { than })
          : t(isRunning ? 'compared_to_date' : 'compared', {
              change: change.toLocaleString(language, { signDisplay: 'exceptZero' }),
              than,
              before: before.toLocaleString(language),
            })}
      </span>
    </p>
  );
}
