export const workbookProblems = [
  'xls',
  'macros',
  'encrypted',
  'no_workbook',
  'no_visible_sheet',
  'file_too_large',
  'too_large',
  'too_many_rows',
] as const;
export type WorkbookProblem = (typeof workbookProblems)[number];

interface WorkbookErrorDetails {
  readonly cause?: unknown;
  /** The last row with a text, where the rows below it are what makes the file too large. */
  readonly lastFilledRow?: number | null;
}

/** A file that is not read, and why. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
  readonly problem: WorkbookProblem;
  readonly lastFilledRow: number | null;

  constructor(problem: WorkbookProblem, { cause, lastFilledRow = null }: WorkbookErrorDetails = {}) {
    super(problem, { cause });
    this.problem = problem;
    this.lastFilledRow = lastFilledRow;
  }
}
