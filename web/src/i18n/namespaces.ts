export const namespaces = [
  'common',
  'signin',
  'otp',
  'partner',
  'signup',
  'account',
  'shell',
  'tree',
  'devices',
  'detail',
  'commands',
  'enrol',
] as const;
export type Namespace = (typeof namespaces)[number];
