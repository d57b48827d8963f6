import { readSettings } from '@vigil/shared/contract/http/settings';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';

export function registerSettingsRoutes(routes: Routes, { config }: Deps): void {
  const objects = {
    standalone: config.STANDALONE,
    tickets: config.TICKETS,
    map_tiles_url: config.MAP_TILES_URL === 'off' ? '' : config.MAP_TILES_URL,
    map_attribution: config.MAP_ATTRIBUTION,
  };
  routes.on(readSettings, async () => ({ objects }));
}
