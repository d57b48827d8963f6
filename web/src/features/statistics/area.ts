import { reportReaders } from '@vigil/shared/contract/access';
import { accessDenial, isHiddenByDenial, type Viewer } from '@vigil/shared/domain/permissions';
import { defineArea, type NavConditions } from '../../entities/area.ts';

/** Accounts that are not corporate have no such page; other users need the right (spec 2 §2). */
function deniesReports(viewer: Viewer): 403 | 404 | null {
  const denial = accessDenial(viewer, reportReaders);
  return denial && (isHiddenByDenial(reportReaders, denial) ? 404 : 403);
}

const readsReports = ({ viewer }: NavConditions): boolean => deniesReports(viewer) === null;

/** Statistics and histories (spec 2 §2), under the names of their routes there. */
export const statisticsArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'dashboard',
      path: 'statistics',
      shown: readsReports,
    },
    {
      menu: 'statistics',
      id: 'overview',
      path: 'statistics',
      isExact: true,
      shown: readsReports,
    },
    {
      menu: 'statistics',
      id: 'rate-summary',
      path: 'statistics/rate-summary',
      shown: readsReports,
    },
    {
      menu: 'statistics',
      id: 'rate-remote',
      path: 'statistics/rate-remote',
      shown: readsReports,
    },
    {
      menu: 'statistics',
      id: 'rate-warning',
      path: 'statistics/rate-warning',
      shown: readsReports,
    },
    {
      menu: 'history',
      id: 'log-remote',
      path: 'statistics/log-remote',
      shown: readsReports,
    },
    {
      menu: 'history',
      id: 'log-access',
      path: 'statistics/log-access',
      shown: readsReports,
    },
    {
      menu: 'history',
      id: 'log-delete',
      path: 'statistics/log-delete',
      shown: readsReports,
    },
    {
      menu: 'history',
      id: 'log-warning',
      path: 'statistics/log-warning',
      shown: readsReports,
    },
    {
      menu: 'history',
      id: 'log-transfer',
      path: 'statistics/log-transfer',
      shown: readsReports,
    },
  ],
  pages: [
    {
      path: 'statistics',
      denies: deniesReports,
      load: async () => (await import('./dashboard-page.tsx')).DashboardPage,
      texts: 'administration',
    },
    {
      path: 'statistics/rate-summary',
      denies: deniesReports,
      load: async () => (await import('./ranking-page.tsx')).RankingPage,
      texts: 'administration',
    },
    {
      path: 'statistics/rate-remote',
      denies: deniesReports,
      load: async () => (await import('./chart-page.tsx')).RemoteChartPage,
      texts: 'administration',
    },
    {
      path: 'statistics/rate-warning',
      denies: deniesReports,
      load: async () => (await import('./chart-page.tsx')).AlertChartPage,
      texts: 'administration',
    },
    {
      path: 'statistics/log-remote',
      denies: deniesReports,
      load: async () => (await import('./remote-history-page.tsx')).RemoteHistoryPage,
      texts: 'administration',
    },
    {
      path: 'statistics/log-access',
      denies: deniesReports,
      load: async () => (await import('./access-history-page.tsx')).AccessHistoryPage,
      texts: 'administration',
    },
    {
      path: 'statistics/log-delete',
      denies: deniesReports,
      load: async () => (await import('./deletion-history-page.tsx')).DeletionHistoryPage,
      texts: 'administration',
    },
    {
      path: 'statistics/log-warning',
      denies: deniesReports,
      load: async () => (await import('./alert-history-page.tsx')).AlertHistoryPage,
      texts: 'administration',
    },
    {
      path: 'statistics/log-transfer',
      denies: deniesReports,
      load: async () => (await import('./file-history-page.tsx')).FileHistoryPage,
      texts: 'administration',
    },
  ],
});
