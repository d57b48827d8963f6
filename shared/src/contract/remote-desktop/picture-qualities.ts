/**
 * What a viewer may ask of its pictures: as the network allows, sharp although they come later, or light (RELAY-18).
 */
export const pictureQualities = ['auto', 'sharp', 'light'] as const;
export type PictureQuality = (typeof pictureQualities)[number];
