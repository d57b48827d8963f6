import { defineArea, exceptOwnAdministrators } from '../../entities/area.ts';

export const channelsArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'channels',
      title: { en: 'Alert channels', ko: '경보 채널', ja: 'アラートチャネル' },
      synonyms: {
        en: 'webhook Slack Microsoft Teams Discord notifications escalation',
        ko: '웹훅 Slack Microsoft Teams Discord 통지 에스컬레이션',
        ja: 'Webhook Slack Microsoft Teams Discord 通知 エスカレーション',
      },
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
