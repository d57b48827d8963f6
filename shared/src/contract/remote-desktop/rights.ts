/**
 * What a viewer may do with a desktop: see it; move its pointer and press its keys while it is in control; and take the
 * control from another viewer, which administrators may.
 */
export const desktopRights = ['view', 'input', 'take'] as const;
export type DesktopRight = (typeof desktopRights)[number];
