import { defineArea, exceptAdministrators } from '../../entities/area.ts';

export const groupDetailArea = defineArea({
  pages: [
    {
      path: 'groups/detail/:groupPk',
      denies: exceptAdministrators,
      load: async () => (await import('./group-page.tsx')).GroupPage,
      texts: 'administration',
    },
  ],
});
