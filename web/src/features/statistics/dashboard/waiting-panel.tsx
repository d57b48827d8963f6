import type { Dashboard } from '@vigil/shared/contract/http/dashboard';
import { useTranslation } from 'react-i18next';
import { useInstallationSettings } from '../../../entities/session/settings.ts';
import { useViewer } from '../../../entities/session/viewer.ts';
import { DashboardPanel, FigureLink } from './panel.tsx';
import classes from './dashboard.module.css';

interface WaitingPanelProps extends Pick<Dashboard, 'waiting' | 'sessions'> {
  /** Devices that no administrator has taken in yet. */
  unapproved: number;
}

/** What waits for this user, and which sessions are under way. */
export function WaitingPanel({ waiting, sessions, unapproved }: WaitingPanelProps) {
  const { t } = useTranslation('statistics');
  const { viewer } = useViewer();
  const { tickets } = useInstallationSettings();
  const decides = viewer.flags.isAdmin || viewer.flags.isApprover;
  return (
    <DashboardPanel title={t('dashboard.now')} to={null}>
      <div className={classes.list}>
        {decides && <FigureLink label={t('dashboard.requests')} value={waiting.requests} to="management/access-user" />}
        {decides && tickets && (
          <FigureLink label={t('dashboard.tickets')} value={waiting.tickets} to="access-ticket/request" />
        )}
        <FigureLink label={t('dashboard.unapproved')} value={unapproved} to="device/all?state=waiting_approval" />
        <FigureLink
          label={t('dashboard.remote_sessions')}
          value={sessions.rc}
          to="statistics/log-remote?open=1&kind=screen"
        />
        <FigureLink
          label={t('dashboard.file_sessions')}
          value={sessions.ft}
          to="statistics/log-remote?open=1&kind=file"
        />
      </div>
    </DashboardPanel>
  );
}
