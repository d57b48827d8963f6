/**
 * `hdd_usage` of a device row is in hundredths of a percent, over HTTP and in the rows and patches of sockets
 * (spec 2 §3, decision 3). Samples (`system_usage`), and what is stored of them, are plain percent.
 */
export const toHundredths = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 100);

export const fromHundredths = (hundredths: number | null): number | null =>
  hundredths === null ? null : hundredths / 100;
