import type { columnProblems } from '@vigil/shared/domain/import-columns';
import type { WorkbookSheet } from '@vigil/shared/spreadsheets/read-sheet';
import type { WorkbookProblem } from '@vigil/shared/spreadsheets/workbook-error';
import type { SheetReply, SheetRequest } from './sheet.worker.ts';

/** A workbook of 1,000 rows is read in a tenth of a second; one that takes this long was made to block the page. */
const TIMEOUT_MS = 10_000;

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A file beyond this is not even examined for what makes it large. */
const MAX_EXAMINED_FILE_BYTES = 50 * 1_048_576;

export type FileProblem = WorkbookProblem | (typeof columnProblems)[number] | 'timeout';

interface FileErrorDetails {
  readonly lastFilledRow?: number | null;
  /** By their place in the template. */
  readonly columns?: readonly number[];
  /** Where the file has another sheet, which may be the one that was meant. */
  readonly source?: SheetSource;
}

/** A sheet of a file, and the others that could be read instead. */
export interface SheetSource {
  readonly file: File;
  readonly name: string;
  readonly names: readonly string[];
}

/** Why a file was not read. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly problem: FileProblem;
  readonly details: FileErrorDetails;

  constructor(problem: FileProblem, details: FileErrorDetails = {}) {
    super(problem);
    this.problem = problem;
    this.details = details;
  }
}

/** Spreadsheets are read and written beside the page, which stays responsive, and can end what takes too long. */
function askWorker(request: SheetRequest): Promise<SheetReply> {
  const worker = new Worker(new URL('sheet.worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<SheetReply>();
  const timer = setTimeout(() => reject(new FileError('timeout')), TIMEOUT_MS);
  worker.addEventListener('message', ({ data }: MessageEvent<SheetReply>) => resolve(data));
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
 * A sheet of a file, the first that is shown if none is named.
 * @throws FileError
 */
export async function parseWorkbookFile(
  file: File,
  { sheet, maxRows }: { sheet: string | undefined; maxRows: number },
): Promise<WorkbookSheet> {
  const refused = refusedEndings[file.name.toLowerCase().split('.').at(-1) ?? ''];
  if (refused) throw new FileError(refused);
  if (file.size > MAX_EXAMINED_FILE_BYTES) throw new FileError('file_too_large');
  const reply = await askWorker({ task: 'read', file, sheet, maxRows });
  if ('sheet' in reply) return reply.sheet;
  throw 'problem' in reply ? new FileError(reply.problem, reply) : new FileError('no_workbook');
}

/** A workbook of texts. */
export async function buildWorkbook(sheet: Omit<Extract<SheetRequest, { task: 'write' }>, 'task'>): Promise<Blob> {
  const reply = await askWorker({ task: 'write', ...sheet });
  if (!('bytes' in reply)) throw new Error('the workbook was not written');
  return new Blob([reply.bytes], { type: TYPE });
}
