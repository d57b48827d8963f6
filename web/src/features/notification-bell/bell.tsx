import { ActionIcon, Indicator, Popover, Tabs, Tooltip } from '@mantine/core';
import { IconBell, IconFlame } from '@tabler/icons-react';
import type { Notice } from '@vigil/shared/contract/http/notices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { notices as allNotices, readNotices } from '../../entities/notice/notices.ts';
import { READ_NOTICES_PREFERENCE_KEY, skippedNoticesOf } from '../../entities/notice/read-notices.ts';
import { usePreference } from '../../entities/preference/use-preference.ts';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useLanguage } from '../../lib/language.ts';
import { useDocumentTitle } from '../../lib/page-title.ts';
import { useIsReceiving } from '../../live/use-fleet.ts';
import { BellIncidentList } from './bell-incident-list.tsx';
import { BellNoticeList } from './notice-list.tsx';
import { AccessRequestList } from './request-list.tsx';
import { useIncidentNotifications } from './use-incident-notifications.ts';
import { useNewestIncidents } from './use-newest-incidents.ts';
import { useNewestRequests } from './use-newest-requests.ts';
import classes from './bell.module.css';

const MAX_SHOWN = 99;

/** Notifications: incidents of devices, requests for access to them, and the operator's notices (spec 1 §2). */
export function Bell() {
  const { t } = useTranslation('bell');
  const language = useLanguage();
  const incidents = useNewestIncidents();
  const { unseen, isTold } = incidents;
  useDocumentTitle(incidents.open);
  useIncidentNotifications(incidents.list);
  const requests = useNewestRequests();
  const { standalone } = useInstallationSettings();
  // Not before: they would be read again as soon as there is a connection.
  const { notices, isUnread } = useNewestNotices({ enabled: useIsReceiving() });
  const [opened, setOpened] = useState(false);
  const [tab, setTab] = useState<string | null>('incidents');
  const count = unseen + requests.waiting + Number(isUnread);

  const firstTab = () => {
    if (unseen > 0) return 'incidents';
    if (requests.waiting > 0) return 'requests';
    if (isUnread) return 'notices';
    return isTold ? 'incidents' : 'requests';
  };
  const toggle = (next: boolean) => {
    if (next) setTab(firstTab());
    // Those that were there at the opening, or came while it was open.
    incidents.markSeen();
    setOpened(next);
  };
  const close = () => toggle(false);
  return (
    <>
      {incidents.open > 0 && (
        <Tooltip label={t('open', { count: incidents.open })}>
          <Link
            className={classes.open}
            to={`/${language}/incidents`}
            aria-label={t('open', { count: incidents.open })}
          >
            <IconFlame size={15} stroke={1.8} aria-hidden="true" />
            {incidents.open}
          </Link>
        </Tooltip>
      )}
      <Popover opened={opened} onChange={toggle} position="bottom-end" width={380} shadow="md" radius="md" trapFocus>
        <Indicator
          disabled={count === 0 || opened}
          label={count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
          size={16}
          offset={5}
          color="red.6"
          classNames={{ indicator: classes.count ?? '' }}
        >
          <Tooltip label={count === 0 ? t('label') : t('label_count', { count })} disabled={opened}>
            <Popover.Target>
              <ActionIcon
                size={32}
                aria-label={count === 0 ? t('label') : t('label_count', { count })}
                onClick={() => toggle(!opened)}
              >
                <IconBell size={18} stroke={1.6} />
              </ActionIcon>
            </Popover.Target>
          </Tooltip>
        </Indicator>
        <Popover.Dropdown p={0} className={classes.dropdown} aria-label={t('label')}>
          <Tabs value={tab} onChange={setTab} keepMounted={false}>
            <Tabs.List>
              {isTold && <Tabs.Tab value="incidents">{t('incidents', { count: incidents.open })}</Tabs.Tab>}
              <Tabs.Tab value="requests">{t('requests', { count: requests.waiting })}</Tabs.Tab>
              {!standalone && (
                <Tabs.Tab value="notices">
                  {t('notices')}
                  {isUnread && (
                    <span className={classes.unread}>
                      <span className="visually-hidden">{t('notice_unread')}</span>
                    </span>
                  )}
                </Tabs.Tab>
              )}
            </Tabs.List>
            <Tabs.Panel value="incidents">
              <BellIncidentList incidents={incidents} onLeave={close} />
            </Tabs.Panel>
            <Tabs.Panel value="requests">
              <AccessRequestList requests={requests} onLeave={close} />
            </Tabs.Panel>
            <Tabs.Panel value="notices">
              <BellNoticeList notices={notices} onLeave={close} />
            </Tabs.Panel>
          </Tabs>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

/** As many as the sign-in screen shows (spec 1 §9). */
const newestFirst = { by: 'create_time', order: 'desc', limit: 3, offset: 0 } as const;
const none: readonly Notice[] = [];

/** The newest notices, read by the shell (spec 1 §7) and again after `notice_posted`; an older one is not announced. */
function useNewestNotices({ enabled }: { enabled: boolean }): { notices: readonly Notice[]; isUnread: boolean } {
  const { standalone } = useInstallationSettings();
  const language = useLanguage();
  const [skipped] = usePreference(READ_NOTICES_PREFERENCE_KEY);
  const { data: read = none } = allNotices.useRead(
    ['newest', language],
    async (api) => (await readNotices(api, newestFirst, language)).objects,
    { enabled: !standalone && enabled, staleTime: Number.POSITIVE_INFINITY },
  );
  const [newest] = read;
  return { notices: read, isUnread: newest !== undefined && !skippedNoticesOf(skipped).includes(newest.pk) };
}
