/** What a viewer may do with a desktop: see it, and move its pointer and press its keys. */
export const desktopRights = ['view', 'input'] as const;
export type DesktopRight = (typeof desktopRights)[number];
