import { defineArea } from '../../entities/area.ts';

export const commandHistoryArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'commands',
      path: 'management/commands',
    },
  ],
  pages: [
    {
      path: 'management/commands',
      load: async () => (await import('./command-history-page.tsx')).CommandHistoryPage,
      texts: 'administration',
    },
  ],
});
