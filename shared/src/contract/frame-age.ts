/**
 * The header of a stored frame that says how long ago, in milliseconds, the screen was last known to look like that.
 */
export const FRAME_AGE_HEADER = 'frame-age';
