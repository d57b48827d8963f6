import type * as accounts from './http/accounts.ts';
import type * as agentUpdates from './http/agent-updates.ts';
import type * as agents from './http/agents.ts';
import type * as alerts from './http/alerts.ts';
import type * as apiTokens from './http/api-tokens.ts';
import type * as appConfigs from './http/app-configs.ts';
import type * as applications from './http/applications.ts';
import type * as approvals from './http/approvals.ts';
import type * as audits from './http/audits.ts';
import type * as channels from './http/channels.ts';
import type * as clientErrors from './http/client-errors.ts';
import type * as commands from './http/commands.ts';
import type * as company from './http/company.ts';
import type * as dashboard from './http/dashboard.ts';
import type * as deviceBulk from './http/device-bulk.ts';
import type * as deviceClone from './http/device-clone.ts';
import type * as devices from './http/devices.ts';
import type * as downloads from './http/downloads.ts';
import type * as exports from './http/exports.ts';
import type * as favourites from './http/favourites.ts';
import type * as filters from './http/filters.ts';
import type * as functionSettings from './http/function-settings.ts';
import type * as groupLinks from './http/group-links.ts';
import type * as groups from './http/groups.ts';
import type * as histories from './http/histories.ts';
import type * as imports from './http/imports.ts';
import type * as incidents from './http/incidents.ts';
import type * as ipPolicy from './http/ip-policy.ts';
import type * as licenceGate from './http/licence-gate.ts';
import type * as maintenanceWindows from './http/maintenance-windows.ts';
import type * as notices from './http/notices.ts';
import type * as partners from './http/partners.ts';
import type * as payments from './http/payments.ts';
import type * as preferences from './http/preferences.ts';
import type * as profile from './http/profile.ts';
import type * as remoteSessions from './http/remote-sessions.ts';
import type * as sessions from './http/sessions.ts';
import type * as settings from './http/settings.ts';
import type * as signInLog from './http/sign-in-log.ts';
import type * as signIn from './http/sign-in.ts';
import type * as statistics from './http/statistics.ts';
import type * as thresholdPreviews from './http/threshold-previews.ts';
import type * as tickets from './http/tickets.ts';
import type * as trends from './http/trends.ts';
import type * as unknownAgents from './http/unknown-agents.ts';
import type * as uploads from './http/uploads.ts';
import type * as usageHistory from './http/usage-history.ts';
import type * as userChanges from './http/user-changes.ts';
import type * as users from './http/users.ts';
import type * as wakes from './http/wakes.ts';
import type * as wallScreens from './http/wall-screens.ts';
import type * as wallViews from './http/wall-views.ts';
import type { Route } from './route.ts';

/** Only these two are compared: comparing schemas would take the compiler minutes. */
interface Addressed<Verb extends string, Path extends string> {
  readonly method: Verb;
  readonly path: Path;
}

type ByAddress<Module> = {
  [
    Name in keyof Module as Module[Name] extends Addressed<infer Verb, infer Path> ? `${Verb} ${Path}` : never
  ]: Module[Name];
};

interface Declared
  extends
    ByAddress<typeof accounts>,
    ByAddress<typeof agentUpdates>,
    ByAddress<typeof agents>,
    ByAddress<typeof alerts>,
    ByAddress<typeof apiTokens>,
    ByAddress<typeof appConfigs>,
    ByAddress<typeof applications>,
    ByAddress<typeof approvals>,
    ByAddress<typeof audits>,
    ByAddress<typeof channels>,
    ByAddress<typeof clientErrors>,
    ByAddress<typeof commands>,
    ByAddress<typeof company>,
    ByAddress<typeof dashboard>,
    ByAddress<typeof deviceBulk>,
    ByAddress<typeof deviceClone>,
    ByAddress<typeof devices>,
    ByAddress<typeof downloads>,
    ByAddress<typeof exports>,
    ByAddress<typeof favourites>,
    ByAddress<typeof filters>,
    ByAddress<typeof functionSettings>,
    ByAddress<typeof groupLinks>,
    ByAddress<typeof groups>,
    ByAddress<typeof histories>,
    ByAddress<typeof imports>,
    ByAddress<typeof incidents>,
    ByAddress<typeof ipPolicy>,
    ByAddress<typeof licenceGate>,
    ByAddress<typeof maintenanceWindows>,
    ByAddress<typeof notices>,
    ByAddress<typeof partners>,
    ByAddress<typeof payments>,
    ByAddress<typeof preferences>,
    ByAddress<typeof profile>,
    ByAddress<typeof remoteSessions>,
    ByAddress<typeof sessions>,
    ByAddress<typeof settings>,
    ByAddress<typeof signIn>,
    ByAddress<typeof signInLog>,
    ByAddress<typeof statistics>,
    ByAddress<typeof thresholdPreviews>,
    ByAddress<typeof tickets>,
    ByAddress<typeof trends>,
    ByAddress<typeof unknownAgents>,
    ByAddress<typeof uploads>,
    ByAddress<typeof usageHistory>,
    ByAddress<typeof userChanges>,
    ByAddress<typeof users>,
    ByAddress<typeof wakes>,
    ByAddress<typeof wallScreens>,
    ByAddress<typeof wallViews> {}

/**
 * The endpoint of a route: what goes in and what comes out, for the compiler only. Schemas in the browser would cost a
 * sixth of the first page.
 */
export type EndpointOf<R extends Route> = Declared[`${R['method']} ${R['path']}` & keyof Declared];
