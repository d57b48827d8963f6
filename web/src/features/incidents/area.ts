import { defineArea } from '../../entities/area.ts';

export const incidentsArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'incidents',
      title: { en: 'Incidents', ko: '인시던트', ja: 'インシデント' },
      path: 'incidents',
      synonyms: { en: 'alerts alarms outages', ko: '경보 알림 장애', ja: 'アラート 警報 障害' },
      // The account of a ticket is not told of incidents.
      shown: ({ viewer }) => !viewer.isTemporary,
    },
  ],
  pages: [{ path: 'incidents/:pk?', load: async () => (await import('./incidents-page.tsx')).IncidentsPage }],
});
