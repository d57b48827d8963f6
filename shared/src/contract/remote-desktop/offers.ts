/** What agents and viewers of earlier versions do not know, and use only when both do (RELAY-13). */
export const desktopOffers = ['copy', 'monitors', 'lock', 'heartbeat', 'held', 'pointer', 'quality'] as const;
export type DesktopOffer = (typeof desktopOffers)[number];
