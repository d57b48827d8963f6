import { Skeleton } from '@mantine/core';
import type { Dashboard } from '@vigil/shared/contract/http/dashboard';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { Page } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { AlertsPanel } from './dashboard/alerts-panel.tsx';
import { AvailabilityPanel } from './dashboard/availability-panel.tsx';
import { LicencePanel } from './dashboard/licence-panel.tsx';
import { MeasuredDevicesPanel } from './dashboard/measured-devices-panel.tsx';
import { useLiveDeviceCounts } from './dashboard/use-live-device-counts.ts';
import { Verdict } from './dashboard/verdict.tsx';
import { VersionsPanel } from './dashboard/versions-panel.tsx';
import { WaitingPanel } from './dashboard/waiting-panel.tsx';
import { dashboard } from './reports.ts';
import classes from './dashboard/dashboard.module.css';

/** What changes without an announcement, such as measures and sessions, is read again. */
const REFRESH_MS = 15_000;

/** Is everything all right, and if not, where: one screen, each part of which leads into its list. */
export function DashboardPage() {
  const { t } = useTranslation('statistics');
  return (
    <Page isWide title={t('dashboard.title')}>
      <Overview />
    </Page>
  );
}

function Overview() {
  const { t } = useTranslation('statistics');
  const query = dashboard.usePage({}, { staleTime: 0, refetchInterval: REFRESH_MS });
  return (
    <QueryContent query={query} failed={t('dashboard.failed')} loading={<Skeleton height={520} radius="lg" />}>
      {({ objects: [read] }) => read && <Panels read={read} />}
    </QueryContent>
  );
}

function Panels({ read }: { read: Dashboard }) {
  const { t } = useTranslation('statistics');
  const time = useTimeFormat();
  const devices = useLiveDeviceCounts() ?? read.devices;
  return (
    <>
      <Verdict devices={devices} incidents={read.incidents} />
      <div className={classes.grid}>
        <AvailabilityPanel devices={devices} availability={read.availability} />
        <AlertsPanel incidents={read.incidents} alerts={read.alerts} />
        <WaitingPanel waiting={read.waiting} sessions={read.sessions} unapproved={devices.waiting_approval} />
        <MeasuredDevicesPanel kind="hottest" devices={read.hottest} />
        <MeasuredDevicesPanel kind="slowest" devices={read.slowest} />
        <div className={classes.stack}>
          <VersionsPanel versions={read.versions} />
          {read.licence && <LicencePanel licence={read.licence} />}
        </div>
      </div>
      <p className={classes.asOf}>{t('dashboard.as_of', { time: time.clock(read.at) })}</p>
    </>
  );
}
