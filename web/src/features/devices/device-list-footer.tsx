import { ActionIcon, Button, Group, Select, Tooltip } from '@mantine/core';
import { IconArrowsSort, IconChevronLeft, IconChevronRight, IconPlayerPlay } from '@tabler/icons-react';
import { useAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useProfileChange } from '../../entities/profile/profile.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { useFrameTraffic } from '../../live/use-fleet.ts';
import { notifyFailed } from '../../ui/toasts.ts';
import { pageSizeAtom, devicePageSizes, type PageSize } from './list-preferences.ts';
import type { DeviceList } from './use-device-list.ts';
import classes from './devices-page.module.css';

const MEGABYTE = 1_000_000;

export function DeviceListFooter({ list: { page, view, turnTo, moved, resort } }: { list: DeviceList }) {
  const { t } = useTranslation('devices');
  const [sizes, setSizes] = useAtom(pageSizeAtom);
  return (
    <footer className={classes.footer}>
      {/* Here, because nothing that a person points at may move when it appears. */}
      <Group gap="xs" mr="auto">
        {moved > 0 && (
          <Button variant="light" size="compact-xs" leftSection={<IconArrowsSort size={13} />} onClick={resort}>
            {t('moved', { count: moved })}
          </Button>
        )}
        <PausedUsage />
        <Traffic />
      </Group>
      <span aria-hidden="true">{t('page_size')}</span>
      <Select
        size="xs"
        w={78}
        aria-label={t('page_size')}
        data={devicePageSizes.map((size) => ({
          value: String(size),
          label: size === 0 ? t('page_all') : String(size),
        }))}
        value={String(sizes[view])}
        onChange={(value) => value !== null && setSizes({ ...sizes, [view]: Number(value) as PageSize })}
        allowDeselect={false}
        comboboxProps={{ position: 'top' }}
      />
      <span>{t('range', { from: page.from, to: page.to, total: page.total })}</span>
      <Group gap={2}>
        <Tooltip label={t('previous')}>
          <ActionIcon aria-label={t('previous')} disabled={page.index === 0} onClick={() => turnTo(page.index - 1)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('next')}>
          <ActionIcon
            aria-label={t('next')}
            disabled={page.index >= page.count - 1}
            onClick={() => turnTo(page.index + 1)}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </footer>
  );
}

/** Below this share of the budget, nobody has to know of it. */
const SHOWN_FROM = 0.5;

/** What the live images of the company take of their budget, for administrators, once that is much. */
function Traffic() {
  const { t } = useTranslation('devices');
  const traffic = useFrameTraffic();
  if (!traffic) return null;
  const { bytes_per_second: used, limit, slowdown } = traffic;
  if (used < limit * SHOWN_FROM && slowdown <= 1) return null;
  return (
    <span data-slow={slowdown > 1 || undefined} title={t('traffic.hint')}>
      {t('traffic.used', { used: used / MEGABYTE, limit: limit / MEGABYTE })}
      {slowdown > 1 && ` · ${t('traffic.slowed', { factor: slowdown })}`}
    </span>
  );
}

/** Measures that are not refreshed must not pass for current ones (spec 3 §2, auto-refresh). */
function PausedUsage() {
  const { t } = useTranslation('devices');
  const { profile } = useViewer();
  const change = useProfileChange();
  const problemText = useProblemText();
  const resume = useSingleFlightMutation({
    mutationFn: () => change({ name: 'flag_refresh', value: 1 }),
    onError: (error) => notifyFailed(problemText(error)),
  });
  if (profile.flag_refresh === 1) return null;
  return (
    <>
      <span role="status">{t('usage_refresh.paused')}</span>
      <Button
        variant="light"
        size="compact-xs"
        leftSection={<IconPlayerPlay size={13} />}
        loading={resume.isPending}
        onClick={() => resume.mutate()}
      >
        {t('usage_refresh.resume')}
      </Button>
    </>
  );
}
