import { ActionIcon, Indicator, Popover, Tabs } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAlerts } from '../../live/use-fleet.ts';
import { AlertList } from './alert-list.tsx';
import classes from './bell.module.css';
import { RequestList } from './request-list.tsx';
import { useRequests } from './use-requests.ts';

const MAX_SHOWN = 99;

/** Notifications: alerts of devices, and requests for access to them. */
export function Bell() {
  const { t } = useTranslation('bell');
  const { alerts, unseen, markSeen } = useAlerts();
  const requests = useRequests();
  const [opened, setOpened] = useState(false);
  const [tab, setTab] = useState<string | null>('alerts');
  const count = unseen + requests.waiting;

  const toggle = (next: boolean) => {
    // Alerts that were there at the opening, or arrived while it was open, are seen.
    if (next) setTab(unseen === 0 && requests.waiting > 0 ? 'requests' : 'alerts');
    markSeen();
    setOpened(next);
  };
  const close = () => toggle(false);
  return (
    <Popover opened={opened} onChange={toggle} position="bottom-end" width={380} shadow="md" radius="md" trapFocus>
      <Indicator
        disabled={count === 0 || opened}
        label={count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
        size={16}
        offset={5}
        color="red.6"
        classNames={{ indicator: classes.count ?? '' }}
      >
        <Popover.Target>
          <ActionIcon
            size={32}
            aria-label={count === 0 ? t('label') : t('label_count', { count })}
            onClick={() => toggle(!opened)}
          >
            <IconBell size={18} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} className={classes.dropdown} aria-label={t('label')}>
        <Tabs value={tab} onChange={setTab}>
          <Tabs.List>
            <Tabs.Tab value="alerts">{t('alerts', { count: alerts.length })}</Tabs.Tab>
            <Tabs.Tab value="requests">{t('requests', { count: requests.waiting })}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="alerts">
            <AlertList alerts={alerts} onLeave={close} />
          </Tabs.Panel>
          <Tabs.Panel value="requests">
            <RequestList requests={requests} onLeave={close} />
          </Tabs.Panel>
        </Tabs>
      </Popover.Dropdown>
    </Popover>
  );
}
