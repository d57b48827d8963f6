import type { OperatorCommandResult } from './command.ts';

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

// Korean, Japanese and Chinese characters take two columns in a terminal.
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/gu;
const widthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);
const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

function columnsOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, i) => Math.max(...lines.map((line) => widthOf(line[i] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((text, i) => pad(text, widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The result in human-readable form. */
export function tableOf(answer: OperatorCommandResult): string {
  if (!('length' in answer))
    return columnsOf(Object.entries(answer).map(([name, value]) => ({ name, value }))).replace(/^.*\n/u, '');
  const rows = answer as readonly Readonly<Record<string, unknown>>[];
  return rows.length === 0 ? '(none)' : columnsOf(rows);
}
