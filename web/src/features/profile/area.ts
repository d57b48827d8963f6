import { defineArea } from '../../entities/area.ts';

export const profileArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'account',
      title: { en: 'Administration', ko: '관리', ja: '管理' },
      path: 'management/profile',
      prefix: 'management',
      shown: ({ viewer }) => !viewer.isTemporary,
    },
    {
      menu: 'account',
      id: 'profile',
      title: { en: 'Profile', ko: '내 정보', ja: 'プロフィール' },
      path: 'management/profile',
    },
  ],
  pages: [{ path: 'management/profile/:part?', load: async () => (await import('./profile-page.tsx')).ProfilePage }],
});
