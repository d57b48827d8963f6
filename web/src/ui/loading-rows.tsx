import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

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
