/** The widest frame of the contract, in pixels. */
export const LIVE_WIDTH = 640;
/** The refresh interval of the frame while the panel is open. */
export const PANEL_FRAME_INTERVAL_MS = 1_000;
/**
 * Slower than any choice: the dialog over the panel decides, because the shortest interval is the one that is captured.
 */
export const COVERED_PANEL_FRAME_INTERVAL_MS = 60_000;

const CHOICES = [0.5, 1, 2, 5, 10, 30, 60];

/** The intervals to choose from in seconds, with the user's own among them. */
export const previewIntervalChoices = (userSeconds: number): number[] =>
  [...new Set([...CHOICES, userSeconds])].toSorted((a, b) => a - b);
