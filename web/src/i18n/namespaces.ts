/** Of the pages that need no session, and of what they share with the others. */
export const publicNamespaces = ['common', 'signin', 'otp', 'partner', 'signup', 'account'] as const;

export const consoleNamespaces = [
  'shell',
  'tree',
  'devices',
  'detail',
  'commands',
  'clones',
  'remote',
  'enrol',
  'exports',
  'audit',
  'groups',
  'application',
  'filters',
  'group',
  'config',
  'gate',
  'dialogs',
  'approvals',
  'bell',
  'incidents',
  'profile',
  'support',
] as const;

/** Of the pages of administrators, and of nothing else. */
export const administrationNamespaces = [
  'users',
  'imports',
  'tokens',
  'blocking',
  'updates',
  'functions',
  'tickets',
] as const;

export const namespaces = [...publicNamespaces, ...consoleNamespaces, ...administrationNamespaces] as const;
export type Namespace = (typeof namespaces)[number];
