import { defineArea, exceptAdministrators } from '../../entities/area.ts';

export const agentUpdatesArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'updates',
      path: 'management/agent-updates',
      shown: ({ viewer }) => viewer.flags.isAdmin,
    },
  ],
  pages: [
    {
      path: 'management/agent-updates',
      denies: exceptAdministrators,
      load: async () => (await import('./agent-updates-page.tsx')).AgentUpdatesPage,
      texts: 'administration',
    },
  ],
});
