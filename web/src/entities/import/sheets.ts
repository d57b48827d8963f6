import { MAX_IMPORT_FILE_BYTES } from '@vigil/shared/contract/import-rules';
import type { SheetRow, WorkbookProblem } from '@vigil/shared/spreadsheets/read-first-sheet';
import type { SheetReadOrWriteReply, SheetRequest } from './sheet.worker.ts';

/** A workbook of 1,000 rows is read in a tenth of a second; one that takes this long was made to block the page. */
const TIMEOUT_MS = 10_000;

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type FileProblem = WorkbookProblem | 'file_too_large' | 'timeout';

/** Why a file was not read. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Spreadsheets are read and written beside the page, which stays responsive, and can end what takes too long. */
function askWorker(request: SheetRequest): Promise<SheetReadOrWriteReply> {
  const worker = new Worker(new URL('sheet.worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<SheetReadOrWriteReply>();
  const timer = setTimeout(() => reject(new FileError('timeout')), TIMEOUT_MS);
  worker.addEventListener('message', ({ data }: MessageEvent<SheetReadOrWriteReply>) => resolve(data));
  worker.addEventListener('error', () => reject(new FileError('no_workbook')));
  worker.postMessage(request, []);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

/** The kinds that only their names tell from a workbook. */
const refusedEndings: Readonly<Record<string, FileProblem>> = { xls: 'xls', xlsm: 'macros', xlsb: 'no_workbook' };

/**
 * The rows of the first sheet of a file; the first may hold the titles.
 * @throws FileError
 */
export async function parseWorkbookFile(
  file: File,
  { columns, maxRows }: { columns: number; maxRows: number },
): Promise<readonly SheetRow[]> {
  const refused = refusedEndings[file.name.toLowerCase().split('.').at(-1) ?? ''];
  if (refused) throw new FileError(refused);
  if (file.size > MAX_IMPORT_FILE_BYTES) throw new FileError('file_too_large');
  const reply = await askWorker({ task: 'read', file, columns, maxRows: maxRows + 1 });
  if ('rows' in reply) return reply.rows;
  throw new FileError('problem' in reply ? reply.problem : 'no_workbook');
}

/** A workbook of texts. */
export async function buildWorkbook(sheet: Omit<Extract<SheetRequest, { task: 'write' }>, 'task'>): Promise<Blob> {
  const reply = await askWorker({ task: 'write', ...sheet });
  if (!('bytes' in reply)) throw new Error('the workbook was not written');
  return new Blob([reply.bytes], { type: TYPE });
}
