import { defineArea } from '../../entities/area.ts';

export const wallArea = defineArea({
  pages: [{ path: 'wall/:groupPk?', load: async () => (await import('./wall-page.tsx')).WallPage, isFullScreen: true }],
});
