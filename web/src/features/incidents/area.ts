import { defineArea } from '../../entities/area.ts';

export const incidentsArea = defineArea({
  pages: [{ path: 'incidents/:pk?', load: async () => (await import('./incidents-page.tsx')).IncidentsPage }],
});
