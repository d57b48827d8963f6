import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { Download } from '@vigil/shared/contract/http/downloads';

const LIST = 'downloads.json';

const Files = z.object({ files: z.array(Download.omit({ url: true })) });

export const DOWNLOADS_PATH = '/downloads';

/**
 * What was made to be downloaded (`npm run pack:agents`), read anew each time: a new version may be made at any moment.
 * @returns nothing while nothing was made
 */
export async function readDownloads(folder: string | undefined): Promise<Download[]> {
  if (folder === undefined) return [];
  const text = await readFile(path.join(folder, LIST), 'utf8').catch(() => '{"files":[]}');
  return Files.parse(JSON.parse(text)).files.map((file) => ({ ...file, url: `${DOWNLOADS_PATH}/${file.file_name}` }));
}
