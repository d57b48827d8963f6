import type { Locator, Page } from 'playwright';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Fingers on a page, as the browser gets them from a phone. */
export async function createTouch(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  await devtools.send('Emulation.setEmulatedMedia', { features: [{ name: 'pointer', value: 'coarse' }] });
  const dispatch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  /** The middle of what is shown. */
  const middleOf = async (target: Locator): Promise<Point> => {
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  };
  return {
    async tap(target: Locator): Promise<void> {
      await dispatch('touchStart', [await middleOf(target)]);
      await dispatch('touchEnd', []);
    },
    /** Moves one finger, or several side by side, from the middle by so many pixels. */
    async move(target: Locator, by: Point, { fingers = 1 } = {}): Promise<void> {
      const { x, y } = await middleOf(target);
      const at = (share: number): Point[] =>
        Array.from({ length: fingers }, (_, finger) => ({ x: x + finger * 40 + by.x * share, y: y + by.y * share }));
      await dispatch('touchStart', at(0));
      for (const share of [0.25, 0.5, 0.75, 1]) await dispatch('touchMove', at(share));
      await dispatch('touchEnd', []);
    },
  };
}
