/**
 * What a browser may ask of the screens of devices: the width in pixels, the interval in milliseconds, the number of
 * devices in all.
 */
export const frameRequestLimits = {
  width: { least: 80, most: 640 },
  interval: { least: 200, most: 60_000 },
  devices: 1_000,
} as const;
