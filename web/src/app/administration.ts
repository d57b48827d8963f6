/** The pages of administrators, one chunk: they share most of their controls, and each is visited seldom. */
export { AgentUpdatesPage } from '../features/agent-updates/agent-updates-page.tsx';
export { ApiTokensPage } from '../features/api-tokens/api-tokens-page.tsx';
export { ApplicationPage } from '../features/applications/application-page.tsx';
export { ApplicationsPage } from '../features/applications/applications-page.tsx';
export { AppConfigsPage } from '../features/app-configs/app-configs-page.tsx';
export { ApprovalsPage } from '../features/approvals/approvals-page.tsx';
export { AuditPage } from '../features/audit/audit-page.tsx';
export { FunctionSettingsPage } from '../features/function-settings/function-settings-page.tsx';
export { ImportGroupsPage } from '../features/groups/import-groups-page.tsx';
export { GroupsPage } from '../features/groups/groups-page.tsx';
export { GroupPage } from '../features/group-detail/group-page.tsx';
export { BlockingPage } from '../features/ip-policy/blocking-page.tsx';
export { AddManagerPage } from '../features/managers/add-manager-page.tsx';
export { ImportUsersPage } from '../features/managers/import-users-page.tsx';
export { ManagerPage } from '../features/managers/manager-page.tsx';
export { TicketsPage } from '../features/tickets/tickets-page.tsx';
export { ManagersPage } from '../features/managers/managers-page.tsx';
