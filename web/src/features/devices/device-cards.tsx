import { useElementSize } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupName } from '../../entities/group/use-groups.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { cardGrid } from './card-grid.ts';
import { DeviceCard } from './device-card.tsx';
import { cardSizeAtom, leastCardWidths, type CardSize } from './list-preferences.ts';
import { MobileRow } from './mobile-row.tsx';
import { useDeviceDrag } from './use-device-drag.ts';
import type { ListBodyProps } from './use-device-list.ts';
import classes from './device-card.module.css';

const GAP = 12;
/** Border and padding at both sides of a tile. */
const TILE_FRAME = 14;
/** Larger cards show more. */
const cardHeights: { readonly [S in CardSize]: number } = { s: 152, m: 176, l: 295, xl: 235 };
const PHONE_ROW = 60;

/** Cards, live tiles or (on a phone) rows, virtualised. */
export function DeviceCards({ list, onMenu }: ListBodyProps) {
  const { page, selection, opened, isMobile, open } = list;
  const live = list.view === 'live';
  const isRows = isMobile && !live;
  const { t } = useTranslation('devices');
  const { profile } = useViewer();
  const groupNameOf = useGroupName();
  const startDrag = useDeviceDrag(selection);
  const scroll = useRef<HTMLDivElement>(null);
  const { ref, width } = useElementSize();
  const sizes = useAtomValue(cardSizeAtom);
  const size = live ? sizes.live : sizes.icon;
  const least = leastCardWidths[live ? 'live' : 'icon'][size];
  // On a phone, one stands in a line and fills it.
  const { columns, width: tileWidth } = isMobile ? { columns: 1, width } : cardGrid(width, { least, gap: GAP });
  const cardHeight = live ? (tileWidth - TILE_FRAME) / 1.6 + 44 : cardHeights[size];
  const rowHeight = isRows ? PHONE_ROW : cardHeight + GAP;

  const virtual = useVirtualizer({
    count: Math.ceil(page.pks.length / columns),
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 3,
    getItemKey: (index) => `${columns}-${Math.round(rowHeight)}-${index}`,
  });

  const openedAt = opened === null ? -1 : page.pks.indexOf(opened);
  const isMeasured = width > 0;
  const openedLine = isMeasured && openedAt >= 0 ? Math.floor(openedAt / columns) : -1;
  useEffect(() => {
    if (openedLine >= 0) virtual.scrollToIndex(openedLine, { align: 'auto' });
  }, [virtual, opened, openedLine]);

  const toggle = (pk: (typeof page.pks)[number], on: boolean) => {
    const shown = page.pks.filter((one) => (one === pk ? on : selection.has(one)));
    list.select(page.pks, new Set(shown));
  };

  return (
    <div ref={scroll} className={classes.scroll} data-rows={isRows || undefined}>
      <div
        ref={ref}
        role="list"
        aria-label={t('table_label')}
        className={classes.canvas}
        style={{ height: virtual.getTotalSize() }}
      >
        {width > 0 &&
          virtual.getVirtualItems().map((item) => (
            <div
              key={item.key}
              role="presentation"
              className={classes.line}
              style={{
                top: item.start,
                height: item.size,
                gridTemplateColumns: `repeat(${columns}, ${tileWidth}px)`,
                gap: isRows ? 0 : GAP,
              }}
            >
              {page.pks
                .slice(item.index * columns, (item.index + 1) * columns)
                .map((pk) =>
                  isRows ? (
                    <MobileRow
                      key={pk}
                      pk={pk}
                      groupNameOf={groupNameOf}
                      selected={selection.has(pk)}
                      onSelect={(on) => toggle(pk, on)}
                      onOpen={() => open(pk)}
                      onMenu={(at) => onMenu({ pk, ...at })}
                    />
                  ) : (
                    <DeviceCard
                      key={pk}
                      pk={pk}
                      groupNameOf={groupNameOf}
                      live={live}
                      size={size}
                      width={Math.round(tileWidth)}
                      intervalMs={profile.img_refresh_interval * 1_000}
                      isPaused={profile.flag_img_refresh === 0}
                      selected={selection.has(pk)}
                      opened={opened === pk}
                      onSelect={(on) => toggle(pk, on)}
                      onOpen={() => open(pk)}
                      onMenu={(at) => onMenu({ pk, ...at })}
                      onDrag={startDrag}
                    />
                  ),
                )}
            </div>
          ))}
      </div>
    </div>
  );
}
