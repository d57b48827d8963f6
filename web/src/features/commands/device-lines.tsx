import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';
import classes from './commands.module.css';

const LINE_HEIGHT = 30;

interface DeviceLinesProps<Line> {
  lines: readonly Line[];
  keyOf: (line: Line) => string | number;
  /** What a line shows: the name, and what became of the device. */
  children: (line: Line) => ReactNode;
  label?: string;
}

/** The devices of an action, one line each; only those in view are rendered. */
export function DeviceLines<Line>({ lines, keyOf, children, label }: DeviceLinesProps<Line>) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 6,
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
    <div ref={scroll} className={classes.lines} tabIndex={0} role="list" aria-label={label}>
      <div className={classes.canvas} role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            <div key={keyOf(line)} role="listitem" className={classes.line} style={{ top: start }}>
              {children(line)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Why a device was not reached. */
export const ReasonText = ({ text }: { text: string }) => (
  <span className={classes.why} title={text}>
    {text}
  </span>
);
