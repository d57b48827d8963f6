import type { Picture } from './encode.ts';

/** Windows, macOS and Wayland, through a native library that is loaded only where it is needed. */
export async function grabNative(): Promise<Picture> {
  const { Monitor } = await import('node-screenshots');
  const monitors = Monitor.all();
  const monitor = monitors.find((one) => one.isPrimary()) ?? monitors[0];
  if (monitor === undefined) throw new Error('no monitor');
  const image = await monitor.captureImage();
  return { width: image.width, height: image.height, channels: 4, pixels: await image.toRaw() };
}
