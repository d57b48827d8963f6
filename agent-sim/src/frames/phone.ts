import { pixelTextSvg } from '@vigil/agent/pixel-font';
import { svgRect, paletteOf, svgImage, type Scene } from './shapes.ts';

const WIDTH = 360;
const HEIGHT = 640;

/** A phone with a map: the route's position moves along. */
export function drawPhone({ theme, phase, load }: Scene): string {
  const { ground, accent, panel } = paletteOf(theme);
  const way = (phase % 20) / 20;
  const position = { x: 50 + way * 260, y: 380 - way * 220 };
  return svgImage(
    WIDTH,
    HEIGHT,
    svgRect(0, 0, WIDTH, HEIGHT, '#e2e8f0'),
    ...Array.from({ length: 7 }, (_, street) => svgRect(0, 60 + street * 62 + (theme % 3) * 9, WIDTH, 8, '#ffffff')),
    ...Array.from({ length: 5 }, (_, street) => svgRect(30 + street * 74, 40, 8, 430, '#ffffff')),
    `<path d="M50 380 L310 160" stroke="${accent}" stroke-width="7" stroke-linecap="round"/>`,
    `<circle cx="${position.x}" cy="${position.y}" r="13" fill="${ground}" stroke="#fff" stroke-width="4"/>`,
    svgRect(0, 0, WIDTH, 40, ground),
    pixelTextSvg(`${Math.max(5, 100 - phase)}%`, { x: 290, y: 13, scale: 2, fill: '#fff' }),
    svgRect(0, 470, WIDTH, 170, panel, 18),
    pixelTextSvg(`STOP ${(phase % 20) + 1} OF 20`, { x: 24, y: 496, scale: 3, fill: '#0f172a' }),
    svgRect(24, 545, 312, 14, '#cbd5e1', 7),
    svgRect(24, 545, Math.round(312 * way), 14, accent, 7),
    svgRect(24, 580, 312, 40, load > 60 ? '#f97316' : ground, 10),
  );
}
