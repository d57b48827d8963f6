import { defineArea } from '../../entities/area.ts';
import { maySilence } from '../../entities/maintenance/may-silence.ts';

export const maintenanceArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'maintenance',
      path: 'management/maintenance',
      shown: ({ viewer }) => maySilence(viewer),
    },
  ],
  pages: [
    {
      path: 'management/maintenance',
      denies: (viewer) => (maySilence(viewer) ? null : 403),
      load: async () => (await import('./maintenance-page.tsx')).MaintenancePage,
    },
  ],
});
