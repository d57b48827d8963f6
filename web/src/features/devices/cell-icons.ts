import type { OsId } from '@vigil/shared/contract/device';

const SVG = 'http://www.w3.org/2000/svg';

/** The icons of `entities/device/os-icon.tsx` for cells without React. Paths of Tabler Icons (MIT). */
const paths = {
  check: ['M5 12l5 5l10 -10'],
  dots: [
    'M4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
    'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
    'M18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  ],
  key: [
    'M16.555 3.843l3.602 3.602a2.877 2.877 0 0 1 0 4.069l-2.643 2.643a2.877 2.877 0 0 1 -4.069 0l-.301 -.301l-6.558 6.558a2 2 0 0 1 -1.239 .578l-.175 .008h-1.172a1 1 0 0 1 -.993 -.883l-.007 -.117v-1.172a2 2 0 0 1 .467 -1.284l.119 -.130l.414 -.414h2v-2h2v-2l2.144 -2.144l-.301 -.301a2.877 2.877 0 0 1 0 -4.069l2.643 -2.643a2.877 2.877 0 0 1 4.069 0z',
    'M15 9h.01',
  ],
  flame: [
    'M12 10.941c2.333 -3.308 .167 -7.823 -1 -8.941c0 3.395 -2.235 5.299 -3.667 6.706c-1.430 1.408 -2.333 3.621 -2.333 5.588c0 3.704 3.134 6.706 7 6.706s7 -3.002 7 -6.706c0 -1.712 -1.232 -4.403 -2.333 -5.588c-2.084 3.353 -3.257 3.353 -4.667 2.235',
  ],
  tool: ['M7 10h3v-3l-3.500 -3.500a6 6 0 0 1 8 8l6 6a2 2 0 0 1 -3 3l-6 -6a6 6 0 0 1 -8 -8l3.500 3.500'],
  star: [
    'M12 17.75l-6.172 3.245l1.179 -6.873l-5 -4.867l6.900 -1l3.086 -6.253l3.086 6.253l6.900 1l-5 4.867l1.179 6.873z',
  ],
  windows: [
    'M17.800 20l-12 -1.500c-1 -.100 -1.800 -.900 -1.800 -1.900v-9.200c0 -1 .800 -1.800 1.800 -1.900l12 -1.500c1.200 -.100 2.200 .800 2.200 1.900v12.100c0 1.200 -1.100 2.100 -2.200 1.900z',
    'M12 5l0 14',
    'M4 12l16 0',
  ],
  server: [
    'M3 7a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v2a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3',
    'M3 15a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v2a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3l0 -2',
    'M7 8l0 .01',
    'M7 16l0 .01',
  ],
  apple: [
    'M8.286 7.008c-3.216 0 -4.286 3.230 -4.286 5.920c0 3.229 2.143 8.072 4.286 8.072c1.165 -.050 1.799 -.538 3.214 -.538c1.406 0 1.607 .538 3.214 .538s4.286 -3.229 4.286 -5.381c-.030 -.011 -2.649 -.434 -2.679 -3.230c-.020 -2.335 2.589 -3.179 2.679 -3.228c-1.096 -1.606 -3.162 -2.113 -3.750 -2.153c-1.535 -.120 -3.032 1.077 -3.750 1.077c-.729 0 -2.036 -1.077 -3.214 -1.077z',
    'M12 4a2 2 0 0 0 2 -2a2 2 0 0 0 -2 2',
  ],
  android: [
    'M4 10l0 6',
    'M20 10l0 6',
    'M7 9h10v8a1 1 0 0 1 -1 1h-8a1 1 0 0 1 -1 -1v-8a5 5 0 0 1 10 0',
    'M8 3l1 2',
    'M16 3l-1 2',
    'M9 18l0 3',
    'M15 18l0 3',
  ],
  mobile: ['M6 5a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-14z', 'M11 4h2', 'M12 17v.01'],
  unknown: [
    'M3 5a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-10z',
    'M7 20h10',
    'M9 16v4',
    'M15 16v4',
  ],
} as const;

function draw(name: keyof typeof paths): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const attributes = { viewBox: '0 0 24 24', width: '16', height: '16', fill: 'none', stroke: 'currentColor' };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  svg.setAttribute('stroke-width', '1.6');
  svg.setAttribute('stroke-linecap', 'round');
  svg.setAttribute('stroke-linejoin', 'round');
  svg.setAttribute('aria-hidden', 'true');
  for (const d of paths[name]) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}

const osDrawing: { readonly [O in OsId]: keyof typeof paths } = {
  0: 'unknown',
  1: 'windows',
  2: 'server',
  3: 'apple',
  4: 'android',
  5: 'mobile',
};

export const iconSvg = {
  check: () => draw('check'),
  key: () => draw('key'),
  dots: () => draw('dots'),
  tool: () => draw('tool'),
  flame: () => draw('flame'),
  star: () => draw('star'),
};
export const osIcon = (os: OsId): SVGSVGElement => draw(osDrawing[os]);
