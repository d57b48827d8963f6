import { defineArea, exceptAdministrators } from '../../entities/area.ts';

export const applicationsArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'application',
      path: 'application/all',
      prefix: 'application',
      // Only administrators upload and install them; to others the page would be a list without anything to do.
      shown: ({ viewer }) => viewer.flags.isAdmin,
    },
  ],
  pages: [
    {
      path: 'application/:groupPk',
      denies: exceptAdministrators,
      load: async () => (await import('./applications-page.tsx')).ApplicationsPage,
      texts: 'administration',
    },
    {
      path: 'application/:groupPk/:applicationPk',
      denies: exceptAdministrators,
      load: async () => (await import('./application-page.tsx')).ApplicationPage,
      texts: 'administration',
    },
  ],
});
