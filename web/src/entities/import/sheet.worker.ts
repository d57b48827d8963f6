import { readSheet, type WorkbookSheet } from '@vigil/shared/spreadsheets/read-sheet';
import { WorkbookError, type WorkbookProblem } from '@vigil/shared/spreadsheets/workbook-error';
import { writeTextSheet } from '@vigil/shared/spreadsheets/write-text-sheet';

/** What the worker is asked to do; each worker does one thing. */
export type SheetRequest =
  | { readonly task: 'read'; readonly file: Blob; readonly sheet: string | undefined; readonly maxRows: number }
  | {
      readonly task: 'write';
      readonly name: string;
      readonly titles: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

export type SheetReply =
  | { readonly sheet: WorkbookSheet }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly problem: WorkbookProblem; readonly lastFilledRow: number | null };

async function answer(request: SheetRequest): Promise<SheetReply> {
  if (request.task === 'write') return { bytes: Uint8Array.from(await writeTextSheet(request)) };
  try {
    return { sheet: await readSheet(new Uint8Array(await request.file.arrayBuffer()), request) };
  } catch (error) {
    if (!(error instanceof WorkbookError)) return { problem: 'no_workbook', lastFilledRow: null };
    return { problem: error.problem, lastFilledRow: error.lastFilledRow };
  }
}

globalThis.addEventListener('message', ({ data }: MessageEvent<SheetRequest>) => {
  void answer(data).then((reply) =>
    globalThis.postMessage(reply, { transfer: 'bytes' in reply ? [reply.bytes.buffer] : [] }),
  );
});
