import { useElementSize } from '@mantine/hooks';
import { thumbnailNeeds, denialReason } from '@vigil/shared/domain/permissions';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useGroupName } from '../../entities/group/use-groups.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { DeviceCard } from './device-card.tsx';
import type { ListBodyProps } from './use-device-list.ts';
import { MobileRow } from './mobile-row.tsx';
import classes from './device-card.module.css';

const GAP = 12;
/** Border and padding at both sides of a tile. */
const TILE_FRAME = 14;
/** Spec 2 §2: slots of the card waterfall are 240 wide, a live tile at least 350. */
const slot = { card: 240, live: 350 } as const;
const height = { card: 152, mobile: 60 } as const;

/** Cards, live tiles or (on a phone) rows, virtualised. */
export function DeviceCards({ list, onMenu }: ListBodyProps) {
  const { page, selection, opened, isMobile, open } = list;
  const live = list.view === 'live';
  const { t } = useTranslation('devices');
  const { viewer, profile } = useViewer();
  const { ofRefusal } = useObstacleText();
  const groupNameOf = useGroupName();
  const scroll = useRef<HTMLDivElement>(null);
  const { ref, width } = useElementSize();
  const refusal = denialReason(viewer, thumbnailNeeds);
  const columns = isMobile ? 1 : Math.max(1, Math.floor((width + GAP) / ((live ? slot.live : slot.card) + GAP)));
  const tileWidth = (width - GAP * (columns - 1)) / columns;
  const rowHeight = isMobile ? height.mobile : live ? (tileWidth - TILE_FRAME) / 1.6 + 44 + GAP : height.card + GAP;

  const virtual = useVirtualizer({
    count: Math.ceil(page.pks.length / columns),
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 3,
    getItemKey: (index) => `${columns}-${Math.round(rowHeight)}-${index}`,
  });

  const toggle = (pk: (typeof page.pks)[number], on: boolean) => {
    const shown = page.pks.filter((one) => (one === pk ? on : selection.has(one)));
    list.select(page.pks, new Set(shown));
  };

  return (
    <div ref={scroll} className={classes.scroll} data-mobile={isMobile || undefined}>
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
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                gap: isMobile ? 0 : GAP,
              }}
            >
              {page.pks
                .slice(item.index * columns, (item.index + 1) * columns)
                .map((pk) =>
                  isMobile ? (
                    <MobileRow
                      key={pk}
                      pk={pk}
                      groupNameOf={groupNameOf}
                      onOpen={() => open(pk)}
                      onMenu={(at) => onMenu({ pk, ...at })}
                    />
                  ) : (
                    <DeviceCard
                      key={pk}
                      pk={pk}
                      groupNameOf={groupNameOf}
                      live={live}
                      width={Math.round(tileWidth)}
                      intervalMs={profile.img_refresh_interval * 1_000}
                      blocked={refusal && ofRefusal(refusal)}
                      selected={selection.has(pk)}
                      opened={opened === pk}
                      onSelect={(on) => toggle(pk, on)}
                      onOpen={() => open(pk)}
                      onMenu={(at) => onMenu({ pk, ...at })}
                    />
                  ),
                )}
            </div>
          ))}
      </div>
    </div>
  );
}
