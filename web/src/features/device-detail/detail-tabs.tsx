import { Tabs } from '@mantine/core';
import type { DeviceDetail } from '@vigil/shared/contract/device';
import { isActionOffered } from '@vigil/shared/domain/device-actions';
import type { Viewer } from '@vigil/shared/domain/permissions';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { FleetDevice } from '../../live/fleet-device.ts';
import type { DeviceProcesses } from '../../live/live-data.ts';
import { ActivityTab } from './activity-tab.tsx';
import { CommandsTab } from './commands-tab.tsx';
import { HardwareTab } from './hardware-tab.tsx';
import { ProcessesTab } from './processes-tab.tsx';
import { SoftwareTab } from './software-tab.tsx';
import classes from './detail.module.css';

const detailTabs = ['activity', 'commands', 'processes', 'hardware', 'software'] as const;
export type DetailTab = (typeof detailTabs)[number];
/** The tabs of a viewer: who does not manage devices has no processes. */
export const detailTabsOf = (viewer: Viewer): readonly DetailTab[] =>
  detailTabs.filter((tab) => tab !== 'processes' || isActionOffered('process_list', viewer));

interface DetailTabsProps {
  device: FleetDevice;
  detail: DeviceDetail | null;
  processes: DeviceProcesses | null;
  tabs: readonly DetailTab[];
  tab: DetailTab;
  onTab: (tab: DetailTab) => void;
  /** Marks where the tabs begin, to scroll there. */
  start: RefObject<HTMLDivElement | null>;
  /** What stands above the tabs, and scrolls with them. */
  children: ReactNode;
}

/** The tabs of a device. Their names stay in sight, at the foot of the panel until one scrolls to them. */
export function DetailTabs({ device, detail, processes, tabs, tab, onTab, start, children }: DetailTabsProps) {
  const { t } = useTranslation('detail');
  return (
    <Tabs value={tab} onChange={(value) => onTab(value as DetailTab)} keepMounted={false}>
      {children}
      <div ref={start} className={classes.tabsStart} />
      <Tabs.List className={classes.tabs ?? ''}>
        {tabs.map((value, index) => (
          <Tabs.Tab key={value} value={value} aria-keyshortcuts={String(index + 1)}>
            {t(`tab.${value}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="activity" className={classes.tabBody}>
        <ActivityTab pk={device.pk} />
      </Tabs.Panel>
      <Tabs.Panel value="commands" className={classes.tabBody}>
        <CommandsTab pk={device.pk} />
      </Tabs.Panel>
      <Tabs.Panel value="processes" className={classes.tabBody}>
        <ProcessesTab device={device} detail={detail} live={processes} />
      </Tabs.Panel>
      <Tabs.Panel value="hardware" className={classes.tabBody}>
        <HardwareTab detail={detail} />
      </Tabs.Panel>
      <Tabs.Panel value="software" className={classes.tabBody}>
        <SoftwareTab detail={detail} />
      </Tabs.Panel>
    </Tabs>
  );
}
