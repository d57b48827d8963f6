import { generatePath, Navigate, redirect, type RouteObject } from 'react-router-dom';
import type { LoadedTexts } from '../i18n/create-i18n.ts';
import type * as accountPages from './account-pages.ts';
import type * as administration from './administration.ts';
import { pages } from './pages.ts';
import { beyondStandalone, WhereOffered } from './where-offered.tsx';

const accountPage = (path: string, name: keyof typeof accountPages): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await import('./account-pages.ts'))[name] }),
});

/** The pages inside the shell. */
export function signedInRoutes(loadTexts: LoadedTexts['load']): RouteObject[] {
  const administrationPage = (path: string, name: keyof typeof administration): RouteObject => ({
    path,
    lazy: async () => {
      const [loaded] = await Promise.all([import('./administration.ts'), loadTexts('administration')]);
      return { Component: loaded[name] };
    },
  });
  return [
    {
      path: 'device/:groupPk',
      lazy: async () => ({ Component: await pages.devices() }),
      children: [{ path: ':devicePk', lazy: async () => ({ Component: await pages.device() }) }],
    },
    { path: 'device', element: <Navigate to="all" replace /> },
    administrationPage('groups/detail/:groupPk', 'GroupPage'),
    administrationPage('appconfig/:configPk?', 'AppConfigsPage'),
    { path: 'application', element: <Navigate to="all" replace /> },
    administrationPage('application/:groupPk', 'ApplicationsPage'),
    administrationPage('application/:groupPk/:applicationPk', 'ApplicationPage'),
    accountPage('incidents/:pk?', 'IncidentsPage'),
    { path: 'management', element: <Navigate to="profile" replace /> },
    accountPage('management/profile/:part?', 'ProfilePage'),
    administrationPage('management/managers', 'ManagersPage'),
    administrationPage('management/managers/add', 'AddManagerPage'),
    administrationPage('management/managers/excel', 'ImportUsersPage'),
    administrationPage('management/managers/:userPk', 'ManagerPage'),
    administrationPage('management/agent-updates', 'AgentUpdatesPage'),
    administrationPage('management/settings/functions', 'FunctionSettingsPage'),
    administrationPage('management/groups/excel', 'ImportGroupsPage'),
    administrationPage('management/groups/:groupPk?', 'GroupsPage'),
    administrationPage('management/api-tokens', 'ApiTokensPage'),
    administrationPage('management/access', 'ApprovalsPage'),
    administrationPage('management/access-user', 'ApprovalsPage'),
    administrationPage('management/access-history', 'ApprovalsPage'),
    {
      element: <WhereOffered by={({ tickets }) => tickets} otherwise={404} />,
      children: [administrationPage('access-ticket/request', 'TicketsPage')],
    },
    administrationPage('management/settings/blocking', 'BlockingPage'),
    administrationPage('management/audit', 'AuditPage'),
    { path: 'support', element: <Navigate to="downloads" replace /> },
    accountPage('support/downloads', 'DownloadsPage'),
    {
      element: beyondStandalone,
      children: [accountPage('support/notice', 'NoticesPage'), accountPage('support/notice/:pk', 'NoticePage')],
    },
    {
      // The address of the specification.
      path: 'notice/:pk?',
      loader: ({ params }) =>
        redirect(generatePath('/:lang/support/notice/:pk?', { lang: params['lang'] ?? '', pk: params['pk'] ?? null })),
    },
  ];
}
