import type { ConsoleArea } from '../entities/area.ts';
import { agentUpdatesArea } from '../features/agent-updates/area.ts';
import { apiTokensArea } from '../features/api-tokens/area.ts';
import { appConfigsArea } from '../features/app-configs/area.ts';
import { applicationsArea } from '../features/applications/area.ts';
import { approvalsArea } from '../features/approvals/area.ts';
import { auditArea } from '../features/audit/area.ts';
import { channelsArea } from '../features/channels/area.ts';
import { commandHistoryArea } from '../features/command-history/area.ts';
import { downloadsArea } from '../features/downloads/area.ts';
import { functionSettingsArea } from '../features/function-settings/area.ts';
import { groupDetailArea } from '../features/group-detail/area.ts';
import { groupsArea } from '../features/groups/area.ts';
import { incidentsArea } from '../features/incidents/area.ts';
import { ipPolicyArea } from '../features/ip-policy/area.ts';
import { licencesArea } from '../features/licences/area.ts';
import { maintenanceArea } from '../features/maintenance/area.ts';
import { noticesArea } from '../features/notices/area.ts';
import { profileArea } from '../features/profile/area.ts';
import { statisticsArea } from '../features/statistics/area.ts';
import { ticketsArea } from '../features/tickets/area.ts';
import { usersArea } from '../features/users/area.ts';
import { wallScreensArea } from '../features/wall-screens/area.ts';
import { wallArea } from '../features/wall/area.ts';

/** The list of devices, whose pages load more than themselves (`signed-in-routes.tsx`). */
const devicesArea: ConsoleArea = {
  nav: [
    {
      menu: 'header',
      id: 'devices',
      path: 'device/all',
      prefix: 'device',
    },
  ],
  pages: [],
};

/** The parts of the console, in the order of their links. */
export const areas: readonly ConsoleArea[] = [
  devicesArea,
  incidentsArea,
  wallArea,
  applicationsArea,
  appConfigsArea,
  profileArea,
  statisticsArea,
  usersArea,
  groupsArea,
  groupDetailArea,
  licencesArea,
  agentUpdatesArea,
  approvalsArea,
  functionSettingsArea,
  ipPolicyArea,
  maintenanceArea,
  channelsArea,
  apiTokensArea,
  wallScreensArea,
  commandHistoryArea,
  auditArea,
  ticketsArea,
  downloadsArea,
  noticesArea,
];
