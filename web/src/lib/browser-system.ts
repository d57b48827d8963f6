import type { OsId } from '@vigil/shared/contract/device';

/** Matched in this order: Android names Linux, too, and an iPhone names Mac (spec 1 §3). */
const systems: readonly [RegExp, OsId][] = [
  [/android/iu, 4],
  [/iphone|ipad|ipod|\bios\b/iu, 5],
  [/windows|win32|win64/iu, 1],
  [/mac/iu, 3],
  [/ubuntu|linux|cros/iu, 2],
];

/** The system that a browser runs on; 0 when its name is unknown. */
export const osIdOf = (userAgent: string): OsId => systems.find(([name]) => name.test(userAgent))?.[1] ?? 0;

const mobile: ReadonlySet<OsId> = new Set([4, 5]);

/** Whether this browser runs on a phone or tablet. */
export const isMobile = (userAgent: string = navigator.userAgent): boolean => mobile.has(osIdOf(userAgent));
