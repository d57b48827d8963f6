import { defineArea } from '../../entities/area.ts';

export const apiTokensArea = defineArea({
  nav: [
    // Sessions by invitation make nothing that outlives them.
    {
      menu: 'account',
      id: 'tokens',
      path: 'management/api-tokens',
      shown: ({ viewer }) => !viewer.isGuest,
    },
  ],
  pages: [
    {
      path: 'management/api-tokens',
      denies: (viewer) => (viewer.isGuest ? 403 : null),
      load: async () => (await import('./api-tokens-page.tsx')).ApiTokensPage,
      texts: 'administration',
    },
  ],
});
