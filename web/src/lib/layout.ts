import { atomWithStorage } from 'jotai/utils';
import { storageKey } from './local-storage-keys.ts';

export const MOBILE_MEDIA_QUERY = '(max-width: 47.99em)';
/** Below this width the detail covers the list instead of standing beside it. */
export const NARROW_MEDIA_QUERY = '(max-width: 74.99em)';

/** Limits of the pane widths in pixels. */
export const paneWidthLimits = {
  tree: { min: 180, max: 480 },
  detail: { min: 420, max: 900 },
} as const;

const now = { getOnInit: true };
export const treeWidthAtom = atomWithStorage(storageKey.treeWidth, 256, undefined, now);
/** On a laptop the list keeps its columns, and its tools in one line. */
const detailWidth = Math.min(540, Math.max(paneWidthLimits.detail.min, Math.round(window.innerWidth * 0.3)));
export const detailWidthAtom = atomWithStorage(storageKey.detailWidth, detailWidth, undefined, now);
