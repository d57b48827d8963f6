import { defineArea, exceptAdministrators } from '../../entities/area.ts';

export const ipPolicyArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'blocking',
      path: 'management/settings/blocking',
      shown: ({ viewer, policies }) => viewer.flags.isAdmin && policies.ip_policy === 1,
    },
  ],
  pages: [
    {
      path: 'management/settings/blocking',
      denies: exceptAdministrators,
      load: async () => (await import('./ip-policy-page.tsx')).IpPolicyPage,
      texts: 'administration',
    },
  ],
});
