/** Shown instead of a missing value. */
export const NO_VALUE = '–';

const MB_PER_GB = 1_024;

/** Percent as the list shows it: one decimal, none from 100 on. */
export const oneDecimalPercentText = (value: number | null): string =>
  value === null ? NO_VALUE : `${value >= 99.95 ? '100' : value.toFixed(1)}%`;

/** Disk shows two decimals, since it moves slowly. */
export const finePercentText = (value: number | null): string => (value === null ? NO_VALUE : `${value.toFixed(2)}%`);

export const temperatureText = (value: number | null): string => (value === null ? NO_VALUE : `${value.toFixed(1)} °C`);

export const gigabytesText = (megabytes: number | null): string =>
  megabytes === null ? NO_VALUE : `${(megabytes / MB_PER_GB).toFixed(2)} GB`;

export const rpmText = (value: number | null): string => (value === null ? NO_VALUE : `${Math.round(value)} rpm`);

/** `used / capacity`, both in gigabytes with two decimals (spec 2 §2). */
export const usedOfText = (usedMb: number | null, capacityMb: number | null): string =>
  usedMb === null && capacityMb === null ? NO_VALUE : `${gigabytesText(usedMb)} / ${gigabytesText(capacityMb)}`;

const sizeUnits = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;
const SIZE_STEP = 1_024;

/** Bytes to TB in steps of 1024 (spec 2 §2). */
export function fileSizeText(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), 0), sizeUnits.length - 1);
  const value = bytes / SIZE_STEP ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${sizeUnits[power]}`;
}
