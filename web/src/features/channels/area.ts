import { defineArea, exceptOwnAdministrators } from '../../entities/area.ts';

export const channelsArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'channels',
      path: 'management/channels',
      // A session by invitation does not read them.
      shown: ({ viewer }) => viewer.flags.isAdmin && !viewer.isGuest,
    },
  ],
  pages: [
    {
      path: 'management/channels',
      denies: exceptOwnAdministrators,
      load: async () => (await import('./channels-page.tsx')).ChannelsPage,
      texts: 'administration',
    },
  ],
});
