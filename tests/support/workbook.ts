import readWorkbook from 'read-excel-file/node';

/** The first sheet of a workbook, read by another library than the one that writes it; an empty cell is null. */
export async function readSheet(file: Buffer): Promise<{ name: string; rows: unknown[][] }> {
  const [first] = await readWorkbook(file);
  if (!first) throw new Error('the workbook has no sheet');
  return { name: first.sheet, rows: first.data };
}
