import { defineArea } from '../../entities/area.ts';

export const profileArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'account',
      path: 'management/profile',
      leadsTo: 'account',
      prefix: 'management',
      excluded: 'management/profile',
      shown: ({ viewer }) => !viewer.isTemporary,
    },
    {
      menu: 'user',
      id: 'profile',
      path: 'management/profile',
    },
  ],
  pages: [{ path: 'management/profile/:part?', load: async () => (await import('./profile-page.tsx')).ProfilePage }],
});
