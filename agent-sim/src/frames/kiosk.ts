import { pixelTextSvg } from '@vigil/agent/pixel-font';
import { svgRect, paletteOf, svgImage, type Scene } from './shapes.ts';

const WIDTH = 640;
const HEIGHT = 360;

const slides = ['WELCOME', 'NEXT BUS 4 MIN', 'PLATFORM 2', 'OPEN 9-18', 'THANK YOU'];

/** A sign that shows one slide after another. */
export function drawKiosk({ theme, phase }: Scene): string {
  const { ground, accent, panel } = paletteOf(theme + Math.floor(phase / 4));
  const slide = slides[Math.floor(phase / 4 + theme) % slides.length] ?? '';
  return svgImage(
    WIDTH,
    HEIGHT,
    svgRect(0, 0, WIDTH, HEIGHT, ground),
    `<path d="M0 360 L640 ${180 + (phase % 4) * 20} L640 360 Z" fill="${accent}" opacity="0.5"/>`,
    pixelTextSvg(slide, { x: 50, y: 120, scale: 6, fill: panel }),
    ...Array.from({ length: 5 }, (_, dot) =>
      svgRect(270 + dot * 24, 320, 12, 12, dot === Math.floor(phase / 4) % 5 ? panel : accent, 6),
    ),
  );
}
