import { defineArea } from '../../entities/area.ts';

export const commandHistoryArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'commands',
      title: { en: 'Commands', ko: '명령 기록', ja: 'コマンド履歴' },
      path: 'management/commands',
      synonyms: { en: 'activity history restart', ko: '작업 이력 재부팅', ja: '操作 履歴 再起動' },
    },
  ],
  pages: [
    {
      path: 'management/commands',
      load: async () => (await import('./command-history-page.tsx')).CommandHistoryPage,
      texts: 'administration',
    },
  ],
});
