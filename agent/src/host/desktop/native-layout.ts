import type { Monitor, Rectangle } from './desktop.ts';

/** A monitor as the system describes it, in its own units, with the size of its picture. */
export interface MeasuredMonitor extends Monitor {
  readonly pixelWidth: number;
  readonly pixelHeight: number;
}

/** A monitor within the screen that viewers see. */
export interface PlacedMonitor {
  /** In pixels of the screen. */
  readonly monitor: Monitor;
  /** In the units of the system. */
  readonly system: Rectangle;
}

/**
 * One screen of all monitors, in the pixels of their pictures. A scaled monitor has more pixels than units; with the
 * largest scale between them no two monitors overlap, and those with a smaller one have a gap beside them.
 */
export function placeMonitors(monitors: readonly MeasuredMonitor[]): PlacedMonitor[] {
  const scale = Math.max(...monitors.map(({ w, pixelWidth }) => pixelWidth / w));
  const left = Math.min(...monitors.map(({ x }) => x));
  const top = Math.min(...monitors.map(({ y }) => y));
  return monitors.map(({ name, isPrimary, x, y, w, h, pixelWidth, pixelHeight }) => ({
    monitor: {
      name,
      isPrimary,
      x: Math.round((x - left) * scale),
      y: Math.round((y - top) * scale),
      w: pixelWidth,
      h: pixelHeight,
    },
    system: { x, y, w, h },
  }));
}

export function sizeOfScreen(placed: readonly PlacedMonitor[]): { width: number; height: number } {
  return {
    width: Math.max(...placed.map(({ monitor }) => monitor.x + monitor.w)),
    height: Math.max(...placed.map(({ monitor }) => monitor.y + monitor.h)),
  };
}

/** Where a pixel of the screen is for the system: on its monitor, or for a gap at the edge of the nearest one. */
export function toSystemPoint(placed: readonly PlacedMonitor[], x: number, y: number): { x: number; y: number } {
  const [nearest] = placed
    .map(({ monitor, system }) => {
      const at = { x: clamp(x, monitor.x, monitor.w), y: clamp(y, monitor.y, monitor.h) };
      return { monitor, system, at, far: Math.hypot(at.x - x, at.y - y) };
    })
    .toSorted((one, other) => one.far - other.far);
  if (nearest === undefined) return { x, y };
  const { monitor, system, at } = nearest;
  return {
    x: system.x + ((at.x - monitor.x) * system.w) / monitor.w,
    y: system.y + ((at.y - monitor.y) * system.h) / monitor.h,
  };
}

const clamp = (at: number, from: number, size: number): number => Math.min(Math.max(at, from), from + size - 1);
