import { cutText } from '@vigil/shared/contract/cut-text';
import type { SystemInfo, Usage } from '../host.ts';
import { FONT_CELL, pixelTextSvg } from './pixel-font.ts';

export interface ConsoleContent {
  name: string;
  systemInfo: SystemInfo;
  usage: Usage;
}

const SIZE = { width: 640, height: 360 };
const SCALE = 2;
const MARGIN = 16;
const LINE_HEIGHT = FONT_CELL.height * SCALE + 4;
const COLUMNS = Math.floor((SIZE.width - 2 * MARGIN) / (FONT_CELL.width * SCALE));
const colours = {
  ground: '#0b1220',
  title: '#7dd3fc',
  text: '#d5dee9',
  faint: '#64748b',
  bar: '#22c55e',
  hot: '#ef4444',
};

const HOT_PERCENT = 90;
const BAR = { x: MARGIN + 14 * FONT_CELL.width * SCALE, width: 300, height: 14 };

const format = (value: number | null, unit: string) => (value === null ? '-' : `${value}${unit}`);

function duration(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  return `${Math.floor(hours / 24)}d ${hours % 24}h ${Math.floor(seconds / 60) % 60}m`;
}

/** The state of a device without a screen, as an image of a text console. */
export function consoleSvg({ name, systemInfo, usage }: ConsoleContent): string {
  const rows = [
    line(0, `${name} - no display`, colours.title),
    line(1, systemInfo.user_os_str, colours.faint),
    line(2, systemInfo.processor, colours.faint),
    gauge(4, 'CPU', usage.cpu_usage),
    gauge(5, 'Memory', usage.memory_usage),
    gauge(6, 'Disk', usage.hdd_usage),
    line(8, `Temperature   ${format(usage.cpu_temp, ' C')}   Fan ${format(usage.fan_speed, ' rpm')}`, colours.text),
    line(9, `Address       ${systemInfo.s_pri_ip}`, colours.text),
    line(10, `Up            ${duration(systemInfo.running_time)}`, colours.text),
    line(11, `Time          ${systemInfo.system_time.slice(0, 19).replace('T', ' ')} UTC`, colours.text),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" width="${SIZE.width}" height="${SIZE.height}"><rect width="100%" height="100%" fill="${colours.ground}"/>${rows.join('')}</svg>`;
}

const top = (row: number) => MARGIN + row * LINE_HEIGHT;

const line = (row: number, text: string, fill: string): string =>
  pixelTextSvg(cutText(text, COLUMNS), { x: MARGIN, y: top(row), scale: SCALE, fill });

function gauge(row: number, label: string, percent: number | null): string {
  const filled = ((percent ?? 0) / 100) * BAR.width;
  const fill = (percent ?? 0) >= HOT_PERCENT ? colours.hot : colours.bar;
  return [
    line(row, label, colours.text),
    `<rect x="${BAR.x}" y="${top(row)}" width="${BAR.width}" height="${BAR.height}" fill="#1e293b"/>`,
    `<rect x="${BAR.x}" y="${top(row)}" width="${filled}" height="${BAR.height}" fill="${fill}"/>`,
    pixelTextSvg(format(percent, '%'), { x: BAR.x + BAR.width + 12, y: top(row), scale: SCALE, fill: colours.text }),
  ].join('');
}
