import type { InstallationSettings } from '@vigil/shared/contract/http/settings';
import { defineArea, type NavConditions } from '../../entities/area.ts';

const isOffered = ({ settings }: NavConditions): boolean => !settings.standalone;
const offered = { by: ({ standalone }: InstallationSettings) => !standalone, otherwise: 403 } as const;

const link = {
  id: 'notices',
  path: 'support/notice',
  shown: isOffered,
} as const;

export const noticesArea = defineArea({
  nav: [
    { menu: 'support', ...link },
    { menu: 'phone', ...link },
  ],
  pages: [
    { path: 'support/notice', load: async () => (await import('./notices-page.tsx')).NoticesPage, offered },
    { path: 'support/notice/:pk', load: async () => (await import('./notice-page.tsx')).NoticePage, offered },
  ],
});
