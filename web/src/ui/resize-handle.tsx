import { useRef, useState } from 'react';
import classes from './resize-handle.module.css';

interface ResizeHandleProps {
  label: string;
  width: number;
  min: number;
  max: number;
  /** Whether the resized pane is left or right of the handle. */
  pane: 'left' | 'right';
  onResize: (width: number) => void;
}

const KEY_STEP = 16;

/** The separator between two panes, moved by dragging or with the arrow keys. */
export function ResizeHandle({ label, width, min, max, pane, onResize }: ResizeHandleProps) {
  const start = useRef({ x: 0, width });
  const [dragging, setDragging] = useState(false);
  const sign = pane === 'left' ? 1 : -1;
  const resize = (next: number) => onResize(Math.round(Math.min(max, Math.max(min, next))));

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={classes.handle}
      data-dragging={dragging || undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
        setDragging(true);
      }}
      onPointerMove={(event) => dragging && resize(start.current.width + sign * (event.clientX - start.current.x))}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') resize(width - sign * KEY_STEP);
        if (event.key === 'ArrowRight') resize(width + sign * KEY_STEP);
      }}
    />
  );
}
