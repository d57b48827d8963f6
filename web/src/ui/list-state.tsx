import { Button, EmptyState, Skeleton, Stack } from '@mantine/core';
import { IconCloudOff, IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../lib/use-problem-text.ts';
import { EmptyArt } from './empty-art.tsx';
import art from './empty-art.module.css';

/** The drawing is wider than an icon. */
const classNames = { indicator: art.indicator ?? '', description: art.description ?? '' };

/** Placeholder rows while a list is loading. */
export function LoadingRows({ rows = 12 }: { rows?: number }) {
  const { t } = useTranslation();
  return (
    <Stack gap={8} p="sm" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={24} radius="sm" width={`${100 - ((index * 7) % 23)}%`} />
      ))}
    </Stack>
  );
}

/** A failed read: what failed, why (unless the title says it, then null), and a button to retry. */
export function FailedState({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (
    <EmptyState
      role="alert"
      py="xl"
      classNames={classNames}
      icon={<EmptyArt tone="failed" icon={<IconCloudOff stroke={1.5} />} />}
      title={title}
      description={error === null ? '' : problemText(error)}
    >
      <EmptyState.Actions>
        <Button variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}

export function NoMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      role="status"
      py="xl"
      classNames={classNames}
      icon={<EmptyArt icon={<IconFilterOff stroke={1.5} />} />}
      title={t('filtered.title')}
      description={t('filtered.text')}
    >
      <EmptyState.Actions>
        <Button variant="default" onClick={onClear}>
          {t('filtered.clear')}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}

export interface EmptyNoteProps {
  icon?: ReactNode;
  title: string;
  /** What to do next. */
  text?: string;
  /** A button that does it. */
  action?: ReactNode;
}

/** Nothing to show, and the next step. */
export function EmptyNote({ icon, title, text, action }: EmptyNoteProps) {
  return (
    <EmptyState
      role="status"
      size="sm"
      py="lg"
      classNames={classNames}
      icon={<EmptyArt icon={icon} />}
      title={title}
      description={text}
    >
      {action !== undefined && <EmptyState.Actions>{action}</EmptyState.Actions>}
    </EmptyState>
  );
}
