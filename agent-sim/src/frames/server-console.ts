import { pixelTextSvg } from '@vigil/agent/pixel-font';
import { svgRect, paletteOf, svgImage, type Scene } from './shapes.ts';

const WIDTH = 640;
const HEIGHT = 360;
const LINE = 20;

const messages = [
  'GET /api/orders 200 12ms',
  'checkpoint complete: wrote 1204 buffers',
  'accepted connection from 10.0.3.17',
  'GET /healthz 200 1ms',
  'job 88213 done in 431ms',
  'replication lag 0.02s',
  'POST /api/events 202 8ms',
  'cron: backup finished',
  'gc pause 3.1ms',
];

/** A text console whose log scrolls and whose meter shows the load. */
export function drawServerConsole({ theme, phase, load }: Scene): string {
  const { accent } = paletteOf(theme);
  const lines = Array.from({ length: 13 }, (_, row) => {
    const message = messages[(phase * 2 + row + theme) % messages.length] ?? '';
    const number = String(4_000 + phase * 2 + row);
    return pixelTextSvg(`${number} ${message}`, {
      x: 14,
      y: 48 + row * LINE,
      scale: 2,
      fill: row === 12 ? accent : '#a3b3c2',
    });
  });
  return svgImage(
    WIDTH,
    HEIGHT,
    svgRect(0, 0, WIDTH, HEIGHT, '#05080d'),
    pixelTextSvg(`load ${Math.round(load)}%`, { x: 14, y: 14, scale: 2, fill: accent }),
    svgRect(150, 14, 470, 14, '#1e293b'),
    svgRect(150, 14, Math.round(4.7 * load), 14, accent),
    ...lines,
    phase % 2 === 0 ? svgRect(14, 48 + 13 * LINE, 12, 14, accent) : '',
  );
}
