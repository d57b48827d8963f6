import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';

export const Dialogs = lazyWithPreload(async () => (await import('./one-click-away.ts')).DialogStack);
export const Palette = lazyWithPreload(async () => (await import('./one-click-away.ts')).Palette);
export const SupportChat = lazyWithPreload(
  async () => (await import('../../features/support-chat/support-chat.tsx')).SupportChat,
);
export const ExportTray = lazyWithPreload(async () => (await import('./one-click-away.ts')).ExportTray);
export const ImportTray = lazyWithPreload(async () => (await import('./one-click-away.ts')).ImportTray);
export const loadDevicePage = async () => (await import('./one-click-away.ts')).DeviceDetailPanel;

/** Loaded while the list of devices is on the screen: what one click opens. */
export const shellPrefetch = [Dialogs.preload, loadDevicePage];
