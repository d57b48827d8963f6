import { unzipSync } from 'fflate';

/** The files of a ZIP file by their names. */
export const unzip = (file: Uint8Array): Record<string, Buffer> =>
  Object.fromEntries(Object.entries(unzipSync(file)).map(([name, bytes]) => [name, Buffer.from(bytes)]));
