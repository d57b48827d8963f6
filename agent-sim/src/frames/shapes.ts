/** What an image shows: `theme` chooses colours, `phase` is the moment, `load` how busy the device is (percent). */
export interface Scene {
  theme: number;
  phase: number;
  load: number;
}

export interface Palette {
  ground: string;
  accent: string;
  panel: string;
}

const palettes: readonly [Palette, ...Palette[]] = [
  { ground: '#1e3a5f', accent: '#38bdf8', panel: '#f8fafc' },
  { ground: '#14532d', accent: '#4ade80', panel: '#f7fee7' },
  { ground: '#4c1d95', accent: '#c084fc', panel: '#faf5ff' },
  { ground: '#7c2d12', accent: '#fb923c', panel: '#fff7ed' },
  { ground: '#134e4a', accent: '#2dd4bf', panel: '#f0fdfa' },
  { ground: '#334155', accent: '#94a3b8', panel: '#f1f5f9' },
];

export const THEME_COUNT = palettes.length;

export const paletteOf = (theme: number): Palette => palettes[theme % palettes.length] ?? palettes[0];

export const svgRect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" rx="${radius}"/>`;

export const svgImage = (width: number, height: number, ...parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;

/** Lines of text too small to be read. */
export function svgIllegibleText(
  area: { x: number; y: number; width: number; lines: number },
  fill: string,
  seed: number,
): string {
  return Array.from({ length: area.lines }, (_, line) =>
    svgRect(area.x, area.y + line * 12, area.width * (0.45 + ((seed + line * 37) % 50) / 100), 5, fill, 2),
  ).join('');
}
