import { pixelTextSvg } from '@vigil/agent/pixel-font';
import { svgRect, svgIllegibleText, paletteOf, svgImage, type Palette, type Scene } from './shapes.ts';

const WIDTH = 640;
const HEIGHT = 360;

/** A desktop with two windows; the front one moves, its chart grows, and the clock goes on. */
export function drawDesktop({ theme, phase, load }: Scene): string {
  const palette = paletteOf(theme);
  const drift = Math.round(Math.sin(phase / 3 + theme) * 40);
  return svgImage(
    WIDTH,
    HEIGHT,
    svgRect(0, 0, WIDTH, HEIGHT, palette.ground),
    `<circle cx="520" cy="90" r="150" fill="${palette.accent}" opacity="0.18"/>`,
    drawWindow(
      { x: 40, y: 30, width: 300, height: 210 },
      palette,
      svgIllegibleText({ x: 56, y: 70, width: 260, lines: 12 }, '#94a3b8', theme * 11 + phase),
    ),
    drawWindow(
      { x: 230 + drift, y: 90, width: 330, height: 200 },
      palette,
      chart({ x: 250 + drift, y: 130 }, palette, { theme, phase, load }),
    ),
    svgRect(0, HEIGHT - 28, WIDTH, 28, '#0f172a'),
    ...Array.from({ length: 6 }, (_, icon) =>
      svgRect(12 + icon * 30, HEIGHT - 23, 18, 18, icon === phase % 6 ? palette.accent : '#475569', 4),
    ),
    pixelTextSvg(clockOf(phase), { x: WIDTH - 82, y: HEIGHT - 21, scale: 2, fill: '#e2e8f0' }),
  );
}

function drawWindow(
  at: { x: number; y: number; width: number; height: number },
  { accent, panel }: Palette,
  content: string,
): string {
  return [
    svgRect(at.x + 4, at.y + 5, at.width, at.height, 'rgba(0,0,0,0.35)', 8),
    svgRect(at.x, at.y, at.width, at.height, panel, 8),
    svgRect(at.x, at.y, at.width, 24, accent, 8),
    svgRect(at.x + 10, at.y + 9, 90, 6, 'rgba(255,255,255,0.8)', 3),
    content,
  ].join('');
}

function chart(at: { x: number; y: number }, { accent }: Palette, { theme, phase, load }: Scene): string {
  return Array.from({ length: 18 }, (_, bar) => {
    const wave = Math.abs(Math.sin((bar + phase) * 0.7 + theme));
    const height = Math.round(12 + wave * (40 + load));
    return svgRect(at.x + bar * 16, at.y + 140 - height, 11, height, accent, 2);
  }).join('');
}

/** The time of day that a phase stands for: ten minutes each, from nine in the morning. */
function clockOf(phase: number): string {
  const minutes = 540 + phase * 10;
  return `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
