import {
  listAudits,
  listAccessHistory,
  listAlertHistory,
  listFileHistory,
  listRemoteHistory,
  readAlertChart,
  readAlertRanking,
  readDashboard,
  readRemoteChart,
  readRemoteRanking,
} from '@vigil/shared/contract/routes/reports';
import { defineResource } from '../../entities/resource.ts';

export const remoteHistory = defineResource({ key: 'history-remote', list: listRemoteHistory });
export const fileHistory = defineResource({ key: 'history-file', list: listFileHistory });
export const alertHistory = defineResource({ key: 'history-alert', list: listAlertHistory, rereadOn: ['incident'] });
export const accessHistory = defineResource({ key: 'history-access', list: listAccessHistory });
export const deletionHistory = defineResource({ key: 'history-deletion', list: listAudits });

export const remoteRanking = defineResource({ key: 'dash-remote', list: readRemoteRanking });
export const alertRanking = defineResource({ key: 'dash-alert', list: readAlertRanking });
export const remoteChart = defineResource({ key: 'chart-remote', list: readRemoteChart });
export const alertChart = defineResource({ key: 'chart-alert', list: readAlertChart });

/** What changes without an announcement is read again at the interval of its page. */
export const dashboard = defineResource({
  key: 'dashboard',
  list: readDashboard,
  rereadOn: ['incident', 'approval', 'ticket'],
  isPolled: true,
});
