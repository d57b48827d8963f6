import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { actualScale, fittedView, panBy, ZOOM_STEP, zoomTo, type Point } from './zoom-view.ts';
import classes from './zoom-pane.module.css';

export interface ZoomPaneProps {
  label: string;
  /** Where the page scrolls, the wheel zooms only with Ctrl or once the image has the focus. */
  wheel: 'always' | 'focused';
  /** More buttons. */
  tools?: ReactNode;
  /** An image that fills the pane. */
  children: ReactNode;
}

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: 60, y: 0 },
  ArrowRight: { x: -60, y: 0 },
  ArrowUp: { x: 0, y: 60 },
  ArrowDown: { x: 0, y: -60 },
};

/** The box, and the scale at which its image has its own size. */
function measure(pane: HTMLElement | null) {
  const { clientWidth: width = 1, clientHeight: height = 1 } = pane ?? {};
  const { naturalWidth = 0, naturalHeight = 0 } = pane?.querySelector('img') ?? {};
  const box = { width, height };
  return { box, actual: actualScale({ width: naturalWidth, height: naturalHeight }, box) };
}

function placeOf(pane: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left = 0, top = 0 } = pane?.getBoundingClientRect() ?? {};
  return { x: clientX - left, y: clientY - top };
}

/** An image that is enlarged with the wheel, two fingers, keys or buttons, and moved with the pointer or the arrows. */
export function ZoomPane({ label, wheel, tools, children }: ZoomPaneProps) {
  const { t } = useTranslation();
  const pane = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(fittedView);
  const pointers = useRef(new Map<number, Point>());

  const zoom = useCallback((scale: (now: number, actual: number) => number, at?: Point) => {
    const limits = measure(pane.current);
    const middle = { x: limits.box.width / 2, y: limits.box.height / 2 };
    setView((now) => zoomTo(now, scale(now.scale, limits.actual), at ?? middle, limits));
  }, []);
  const fit = () => setView(fittedView);
  const actual = () => zoom((_now, one) => one);

  useEffect(() => {
    const element = pane.current;
    // React listens passively, so that it could not keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      const isMeant = wheel === 'always' || event.ctrlKey || event.metaKey || element?.contains(document.activeElement);
      if (!isMeant) return;
      event.preventDefault();
      zoom((now) => now * ZOOM_STEP ** (-event.deltaY / 100), placeOf(pane.current, event));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [wheel, zoom]);

  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = placeOf(pane.current, event);
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    pointers.current.set(event.pointerId, now);
    if (!other)
      return setView((current) =>
        panBy(current, { x: now.x - before.x, y: now.y - before.y }, measure(pane.current).box),
      );
    const distance = (place: Point) => Math.max(1, Math.hypot(place.x - other.x, place.y - other.y));
    const between = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    zoom((scale) => (scale * distance(now)) / distance(before), between);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const keys: Readonly<Record<string, () => void>> = {
      '+': () => zoom((now) => now * ZOOM_STEP),
      '=': () => zoom((now) => now * ZOOM_STEP),
      '-': () => zoom((now) => now / ZOOM_STEP),
      '0': fit,
      '1': actual,
    };
    const arrow = view.scale > 1 ? ARROWS[event.key] : undefined;
    const run = arrow ? () => setView((now) => panBy(now, arrow, measure(pane.current).box)) : keys[event.key];
    if (!run || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and buttons do the same
    <div
      ref={pane}
      className={classes.pane}
      data-zoomed={view.scale > 1 || undefined}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is zoomed and moved with keys
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, placeOf(pane.current, event));
      }}
      onPointerMove={onPointerMove}
      onPointerUp={({ pointerId }) => pointers.current.delete(pointerId)}
      onPointerCancel={({ pointerId }) => pointers.current.delete(pointerId)}
      onDoubleClick={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) return;
        if (view.scale === 1) zoom((now, one) => Math.max(one, now * 2), placeOf(pane.current, event));
        else fit();
      }}
    >
      <div
        className={classes.content}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
      >
        {children}
      </div>
      <div className={classes.tools}>
        <Tooltip label={t('zoom.out')}>
          <ActionIcon size={24} aria-label={t('zoom.out')} onClick={() => zoom((now) => now / ZOOM_STEP)}>
            <IconMinus size={14} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('zoom.in')}>
          <ActionIcon size={24} aria-label={t('zoom.in')} onClick={() => zoom((now) => now * ZOOM_STEP)}>
            <IconPlus size={14} />
          </ActionIcon>
        </Tooltip>
        <button type="button" aria-pressed={view.scale === 1} onClick={fit}>
          {t('zoom.fit')}
        </button>
        <button type="button" onClick={actual}>
          100 %
        </button>
        {tools}
      </div>
    </div>
  );
}
