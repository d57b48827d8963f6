import { ActionIcon, Group, Select, Text, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pageSizes, type PaginationState } from '../lib/list-view.ts';

const sizes = pageSizes.map(String);

/**
 * Goes to the last page from one beyond it: rows were deleted, or an old address was opened.
 * @param total undefined until the rows of this page were read
 * @returns whether the page is one beyond the last, where there is nothing to show
 */
export function useClampPage(
  page: PaginationState,
  total: number | undefined,
  onPage: (page: PaginationState) => void,
): boolean {
  const last = Math.max(0, Math.ceil((total ?? 0) / page.size) - 1);
  const isBeyond = total !== undefined && page.index > last;
  useEffect(() => {
    if (isBeyond) onPage({ ...page, index: last });
  });
  return isBeyond;
}

/** The shown range, and buttons to the other pages. */
export function Pager({
  page,
  total,
  onPage,
}: {
  page: PaginationState;
  total: number;
  onPage: (page: PaginationState) => void;
}) {
  const { t } = useTranslation(['list', 'common']);
  const from = total === 0 ? 0 : page.index * page.size + 1;
  const to = Math.min(total, (page.index + 1) * page.size);
  return (
    <Group justify="space-between" mt="sm" px={16} pb={12}>
      <Select
        size="xs"
        w={80}
        aria-label={t('page_size')}
        data={sizes}
        value={String(page.size)}
        onChange={(size) => size && onPage({ index: 0, size: Number(size) })}
        allowDeselect={false}
      />
      <Group gap={4}>
        <Text size="xs" c="dimmed" mr={4} role="status">
          {t('range', { from, to, total })}
        </Text>
        <Tooltip label={t('common:previous')}>
          <ActionIcon
            aria-label={t('common:previous')}
            disabled={page.index === 0}
            onClick={() => onPage({ ...page, index: page.index - 1 })}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('common:next')}>
          <ActionIcon
            aria-label={t('common:next')}
            disabled={to >= total}
            onClick={() => onPage({ ...page, index: page.index + 1 })}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  );
}
