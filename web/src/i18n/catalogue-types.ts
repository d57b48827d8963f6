// Types in place take one line a file instead of two.
/* oxlint-disable typescript/consistent-type-imports */

/** The texts of each namespace. The folder of a file says in which chunk of its language the browser gets it. */
export interface Catalogues {
  account: typeof import('./en/public/account.json');
  common: typeof import('./en/public/common.json');
  legal: typeof import('./en/public/legal.json');
  otp: typeof import('./en/public/otp.json');
  partner: typeof import('./en/public/partner.json');
  screen: typeof import('./en/public/screen.json');
  signin: typeof import('./en/public/signin.json');
  signup: typeof import('./en/public/signup.json');
  application: typeof import('./en/console/application.json');
  approvals: typeof import('./en/console/approvals.json');
  audit: typeof import('./en/console/audit.json');
  bell: typeof import('./en/console/bell.json');
  clones: typeof import('./en/console/clones.json');
  commands: typeof import('./en/console/commands.json');
  config: typeof import('./en/console/config.json');
  detail: typeof import('./en/console/detail.json');
  devices: typeof import('./en/console/devices.json');
  dialogs: typeof import('./en/console/dialogs.json');
  enrol: typeof import('./en/console/enrol.json');
  exports: typeof import('./en/console/exports.json');
  filters: typeof import('./en/console/filters.json');
  gate: typeof import('./en/console/gate.json');
  group: typeof import('./en/console/group.json');
  groups: typeof import('./en/console/groups.json');
  incidents: typeof import('./en/console/incidents.json');
  list: typeof import('./en/console/list.json');
  maintenance: typeof import('./en/console/maintenance.json');
  navigation: typeof import('./en/console/navigation.json');
  profile: typeof import('./en/console/profile.json');
  remote: typeof import('./en/console/remote.json');
  shell: typeof import('./en/console/shell.json');
  support: typeof import('./en/console/support.json');
  tree: typeof import('./en/console/tree.json');
  wall: typeof import('./en/console/wall.json');
  blocking: typeof import('./en/administration/blocking.json');
  channels: typeof import('./en/administration/channels.json');
  functions: typeof import('./en/administration/functions.json');
  imports: typeof import('./en/administration/imports.json');
  licences: typeof import('./en/administration/licences.json');
  screens: typeof import('./en/administration/screens.json');
  statistics: typeof import('./en/administration/statistics.json');
  tickets: typeof import('./en/administration/tickets.json');
  tokens: typeof import('./en/administration/tokens.json');
  updates: typeof import('./en/administration/updates.json');
  users: typeof import('./en/administration/users.json');
  viewer: typeof import('./en/viewer/viewer.json');
}
