import type { ImportResult, ImportRowResult } from '@vigil/shared/contract/http/imports';
import { MAX_IMPORT_BODY_BYTES, type TemplateKind } from '@vigil/shared/contract/import-rules';
import { matchColumns, MAX_ROWS_ABOVE_TITLES, type SheetRow } from '@vigil/shared/domain/import-columns';
import type { InvalidRow, ValidRow, ValidatedRows } from '@vigil/shared/domain/import-rows';
import { useEffect, useRef, useState } from 'react';
import { randomId } from '../../lib/random-id.ts';
import { retryUnanswered } from '../../lib/retry-unanswered.ts';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import { useDismissImport, useFollowImport } from './import-records.ts';
import { FileError, parseWorkbookFile, type SheetSource } from './sheets.ts';

interface Request<Body> {
  rows: Body[];
  dry_run: boolean;
  import_id: string;
  row_numbers?: number[];
}

/** What is imported, and how. */
export interface ImportDefinition<Body> {
  readonly kind: TemplateKind;
  /** How many rows of a file are read at most. */
  readonly maxRows: number;
  readonly sift: (rows: readonly SheetRow[]) => ValidatedRows<Body>;
  /** Null: the user decided against it. */
  readonly send: (request: Request<Body>) => Promise<ImportResult | null>;
  /** How far an import is that takes long. */
  readonly progress?: (importId: string) => Promise<{ done: number; total: number }>;
}

/** A row of the preview, with what the server said of it. */
export interface CheckedRow<Body> extends ValidRow<Body> {
  readonly check: ImportRowResult;
}

/** A sheet whose columns were found. */
interface ReadFile {
  readonly source: SheetSource;
  /** All rows, as they are in the file. */
  readonly all: readonly SheetRow[];
  /** Titles of the columns that are not read. */
  readonly ignored: readonly string[];
  /** How many filled rows are above the titles. */
  readonly above: number;
}

export interface CheckedFile<Body> extends ReadFile {
  readonly rows: readonly CheckedRow<Body>[];
  readonly leftOut: readonly InvalidRow[];
}

export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

export type ImportState<Body> =
  | { readonly step: 'file'; readonly error: unknown }
  | { readonly step: 'reading'; readonly name: string }
  | { readonly step: 'checking'; readonly name: string; readonly count: number }
  | { readonly step: 'checked'; readonly file: CheckedFile<Body>; readonly error: unknown }
  | { readonly step: 'importing'; readonly file: CheckedFile<Body>; readonly progress: ImportProgress | null }
  | { readonly step: 'done'; readonly file: CheckedFile<Body>; readonly result: ImportResult };

const PROGRESS_EVERY_MS = 500;

const start = { step: 'file', error: null } as const;

/**
 * Whether a checked row is selected at first. An existing group is, because the groups below it need it as their
 * parent; a row that the spreadsheet hides is not, because who chose the file may not know of it.
 */
const isSelectedAtFirst = ({ check, isHidden }: CheckedRow<unknown>): boolean =>
  check.state !== 'failed' && check.code === undefined && !isHidden;

/** @throws FileError */
async function readFile(
  { kind, maxRows }: Pick<ImportDefinition<never>, 'kind' | 'maxRows'>,
  file: File,
  sheet: string | undefined,
): Promise<ReadFile> {
  const { name, names, rows } = await parseWorkbookFile(file, { sheet, maxRows: maxRows + MAX_ROWS_ABOVE_TITLES });
  const source = { file, name, names };
  const matched = matchColumns(kind, rows);
  if (matched.problem !== null) throw new FileError(matched.problem, { columns: matched.columns, source });
  if (matched.rows.length > maxRows) throw new FileError('too_many_rows', { source });
  return { source, all: matched.rows, ignored: matched.ignored, above: matched.above };
}

/** A file, its dry run, and its import, one after the other. */
export function useImport<Body>(what: ImportDefinition<Body>, onImported: () => Promise<void>) {
  const [state, setState] = useState<ImportState<Body>>(start);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  /** The rows that were sent have this ID, so that they are imported once however often they are sent. */
  const sent = useRef<{ id: string; rows: ReadonlySet<number> } | null>(null);
  const isGone = useRef(false);
  const followImport = useFollowImport();
  const dismiss = useDismissImport();
  /** Hands the import over to the tray. */
  const followed = useRef<() => void>(() => undefined);
  useEffect(() => {
    // Effects run twice in development.
    isGone.current = false;
    return () => {
      isGone.current = true;
      followed.current();
    };
  }, []);
  const isRunning = state.step === 'importing';
  // The import goes on without its page; a tab that is closed before the rows are sent would lose it.
  useLeaveGuard({ isDirty: () => isRunning, warns: isRunning, isSamePlace: () => true, ask: (go) => go() });

  const open = async (file: File, sheet?: string): Promise<void> => {
    setState({ step: 'reading', name: file.name });
    try {
      const read = await readFile(what, file, sheet);
      const { ready, leftOut } = what.sift(read.all);
      setState({ step: 'checking', name: file.name, count: ready.length });
      const rows = ready.map(({ body }) => body);
      const request = { rows, dry_run: true, import_id: randomId() };
      if (new Blob([JSON.stringify(request)]).size > MAX_IMPORT_BODY_BYTES) throw new FileError('too_large');
      const result = await what.send(request);
      if (result === null) return setState(start);
      const checked = ready.map((row, index) => ({ ...row, check: checkOf(result, index) }));
      setSelected(new Set(checked.filter(isSelectedAtFirst).map(({ number }) => number)));
      setState({ step: 'checked', file: { ...read, rows: checked, leftOut }, error: null });
    } catch (error) {
      setState({ step: 'file', error });
    }
  };

  const follow = async (file: CheckedFile<Body>, id: string, isOver: () => boolean): Promise<void> => {
    while (what.progress && !isOver() && !isGone.current) {
      // One that was not read is read again.
      const progress = await what.progress(id).catch(() => null);
      if (progress && !isOver()) setState({ step: 'importing', file, progress });
      await new Promise((resolve) => setTimeout(resolve, PROGRESS_EVERY_MS));
    }
  };

  const run = async (file: CheckedFile<Body>): Promise<void> => {
    if (sent.current?.rows !== selected) sent.current = { id: randomId(), rows: selected };
    const { id } = sent.current;
    const rows = file.rows.filter(({ number }) => selected.has(number));
    let isOver = false;
    setState({ step: 'importing', file, progress: null });
    void follow(file, id, () => isOver);
    followed.current = followImport(id);
    try {
      const row_numbers = rows.map(({ number }) => number);
      const body = { rows: rows.map((row) => row.body), dry_run: false, import_id: id, row_numbers };
      const result = await retryUnanswered(() => what.send(body));
      if (result === null) {
        isOver = true;
        return setState({ step: 'checked', file, error: null });
      }
      await onImported();
      isOver = true;
      if (!isGone.current) dismiss(id);
      const checks = new Map(rows.map(({ number }, index) => [number, checkOf(result, index)]));
      const after = file.rows.map((row) => ({ ...row, check: checks.get(row.number) ?? row.check }));
      setState({ step: 'done', file: { ...file, rows: after }, result });
    } catch (error) {
      isOver = true;
      setState({ step: 'checked', file, error });
    }
  };

  return { state, selected, setSelected, open, run, restart: () => setState(start) };
}

const checkOf = ({ rows }: ImportResult, index: number): ImportRowResult => rows[index] ?? { index, state: 'failed' };
