import {
  readFirstSheet,
  WorkbookError,
  type SheetRow,
  type WorkbookProblem,
} from '@vigil/shared/spreadsheets/read-first-sheet';
import { writeTextSheet } from '@vigil/shared/spreadsheets/write-text-sheet';

/** What the worker is asked to do; each worker does one thing. */
export type SheetRequest =
  | { readonly task: 'read'; readonly file: Blob; readonly columns: number; readonly maxRows: number }
  | {
      readonly task: 'write';
      readonly name: string;
      readonly titles: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

export type SheetReadOrWriteReply =
  | { readonly rows: readonly SheetRow[] }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly problem: WorkbookProblem };

async function answer(request: SheetRequest): Promise<SheetReadOrWriteReply> {
  if (request.task === 'write') return { bytes: Uint8Array.from(await writeTextSheet(request)) };
  try {
    return { rows: await readFirstSheet(new Uint8Array(await request.file.arrayBuffer()), request) };
  } catch (error) {
    return { problem: error instanceof WorkbookError ? error.problem : 'no_workbook' };
  }
}

globalThis.addEventListener('message', ({ data }: MessageEvent<SheetRequest>) => {
  void answer(data).then((reply) =>
    globalThis.postMessage(reply, { transfer: 'bytes' in reply ? [reply.bytes.buffer] : [] }),
  );
});
