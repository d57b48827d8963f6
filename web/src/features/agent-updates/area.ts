import { defineArea } from '../../entities/area.ts';

export const agentUpdatesArea = defineArea({
  nav: [
    { menu: 'account', id: 'updates', path: 'management/agent-updates', shown: ({ viewer }) => viewer.flags.isAdmin },
  ],
  pages: [
    {
      path: 'management/agent-updates',
      load: async () => (await import('./agent-updates-page.tsx')).AgentUpdatesPage,
      texts: 'administration',
    },
  ],
});
