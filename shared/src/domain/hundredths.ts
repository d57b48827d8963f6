/** `hdd_usage` is stored and sent over HTTP in hundredths of a percent; sockets send plain percent (spec 2 §3). */
export const toHundredths = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 100);

export const fromHundredths = (hundredths: number | null): number | null =>
  hundredths === null ? null : hundredths / 100;
