import { readInstallationSettings } from '@vigil/shared/contract/http/settings';
import { supportChatUrlOf } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';

export function registerSettingsRoutes(routes: RouteRegistry, { config }: Deps): void {
  const objects = {
    standalone: config.STANDALONE,
    tickets: config.TICKETS,
    bulk_import: config.BULK_IMPORT,
    map_tiles_url: config.MAP_TILES_URL === 'off' ? '' : config.MAP_TILES_URL,
    map_attribution: config.MAP_ATTRIBUTION,
    support_chat_url: supportChatUrlOf(config),
    file_viewer: config.VIEWER_URL !== undefined,
    payment_faq_url: config.STANDALONE ? '' : (config.PAYMENT_FAQ_URL ?? ''),
    password_max: config.PASSWORD_MAX,
  };
  routes.on(readInstallationSettings, async () => ({ objects }));
}
