import { defineArea, exceptAdministrators } from '../../entities/area.ts';

export const ipPolicyArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'blocking',
      title: { en: 'Blocking settings', ko: '차단 설정', ja: 'ブロック設定' },
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
