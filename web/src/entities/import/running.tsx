import { Progress as Bar, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/page.tsx';
import type { ImportProgress } from './use-import.ts';
import classes from './imports.module.css';

export function Running({ progress, count }: { progress: ImportProgress | null; count: number }) {
  const { t } = useTranslation('imports');
  const percent = progress && progress.total > 0 ? (100 * progress.done) / progress.total : 0;
  return (
    <Section title={t('done.title')}>
      <div className={classes.running} role="status">
        <Text size="sm">{t('run.running', { count })}</Text>
        <Bar value={percent} animated={percent === 0} aria-label={t('run.bar')} />
        {progress && (
          <Text size="xs" c="dimmed" className="tabular">
            {t('run.progress', { done: progress.done, total: progress.total })}
          </Text>
        )}
      </div>
    </Section>
  );
}
