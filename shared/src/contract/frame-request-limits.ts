/** What a browser may ask of the screen of a device: the width in pixels, the interval in milliseconds. */
export const frameRequestLimits = {
  width: { least: 80, most: 640 },
  interval: { least: 200, most: 60_000 },
} as const;
