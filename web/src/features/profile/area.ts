import { defineArea } from '../../entities/area.ts';

export const profileArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'account',
      path: 'management/profile',
      prefix: 'management',
      shown: ({ viewer }) => !viewer.isTemporary,
    },
    {
      menu: 'account',
      id: 'profile',
      path: 'management/profile',
    },
  ],
  pages: [{ path: 'management/profile/:part?', load: async () => (await import('./profile-page.tsx')).ProfilePage }],
});
