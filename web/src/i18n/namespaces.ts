export const namespaces = ['common', 'signin', 'shell', 'tree', 'devices', 'detail', 'commands', 'enrol'] as const;
export type Namespace = (typeof namespaces)[number];
