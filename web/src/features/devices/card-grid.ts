/**
 * Spec 2 §2: so wide is a card or a live tile at most. The two larger sizes were chosen to be wider than that, and fill
 * their line.
 */
const MOST_PX = 440;

/** One of them alone would fill a line of more than 1,000 px where a second has nearly its width. */
const LARGE_MAY_SHRINK = 0.95;

interface CardGrid {
  readonly columns: number;
  /** Of each card, in px. */
  readonly width: number;
}

/** @param least the width of the chosen size, which the only card of a narrow list falls below */
export function cardGrid(room: number, { least, gap }: { least: number; gap: number }): CardGrid {
  const accepted = least < MOST_PX ? least : least * LARGE_MAY_SHRINK;
  const columns = Math.max(1, Math.floor((room + gap) / (accepted + gap)));
  const share = (room - gap * (columns - 1)) / columns;
  return { columns, width: least < MOST_PX ? Math.min(share, MOST_PX) : share };
}
