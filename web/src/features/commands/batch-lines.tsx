import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useCodeText } from '../../lib/use-problem-text.ts';
import type { CommandLine } from '../../live/command-board.ts';
import { CommandStateLabel } from '../../entities/command/command-state.tsx';
import classes from './commands.module.css';

const LINE_HEIGHT = 30;

/** The devices of a batch, with the states of their commands and the reasons of failures. */
export function BatchLines({ lines }: { lines: readonly CommandLine[] }) {
  const codeText = useCodeText();
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 6,
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
    <div ref={scroll} className={classes.lines} tabIndex={0} role="list">
      <div className={classes.canvas} role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          if (!line) return null;
          return (
            <div key={line.id} role="listitem" className={classes.line} style={{ top: start }}>
              <span>{line.alias}</span>
              {line.message !== null && (
                <span className={classes.why} title={codeText(line.message)}>
                  {codeText(line.message)}
                </span>
              )}
              <CommandStateLabel state={line.state} percent={line.percent} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
