/** What one click in the list of devices opens, as one chunk that is loaded when the page is idle. */
export { DeviceDetailPanel } from '../../features/device-detail/device-detail-panel.tsx';
export { ExportTray } from '../../features/exports/export-tray.tsx';
export { ImportTray } from '../../features/imports/import-tray.tsx';
export { Palette } from '../../features/command-palette/palette.tsx';
export { DialogStack } from '../shell/dialogs.tsx';
