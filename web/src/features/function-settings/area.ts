import { defineArea, exceptAdministrators } from '../../entities/area.ts';

export const functionSettingsArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'functions',
      path: 'management/settings/functions',
      shown: ({ viewer, policies }) => viewer.flags.isAdmin && policies.common_policy === 1,
    },
  ],
  pages: [
    {
      path: 'management/settings/functions',
      denies: exceptAdministrators,
      load: async () => (await import('./function-settings-page.tsx')).FunctionSettingsPage,
      texts: 'administration',
    },
  ],
});
