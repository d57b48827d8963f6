import classes from './tilted-tiles.module.css';

interface TiltedTilesProps {
  columns: number;
  rows: number;
  /** The tone of a tile, by its index; the style of the drawing gives each its colour. */
  toneOf: (index: number) => string;
  className: string | undefined;
}

/** The motif of the product: a fleet as a tilted grid of tiles. Decorative. */
export function TiltedTiles({ columns, rows, toneOf, className }: TiltedTilesProps) {
  return (
    <div
      className={`${classes.tiles} ${className ?? ''}`}
      style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}
      aria-hidden="true"
    >
      {Array.from({ length: columns * rows }, (_, index) => (
        <i key={index} data-tone={toneOf(index)} />
      ))}
    </div>
  );
}
