import { defineArea } from '../../entities/area.ts';

export const groupDetailArea = defineArea({
  pages: [
    {
      path: 'groups/detail/:groupPk',
      load: async () => (await import('./group-page.tsx')).GroupPage,
      texts: 'administration',
    },
  ],
});
