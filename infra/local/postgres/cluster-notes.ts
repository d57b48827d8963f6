import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';

/** Present in a data folder that was created completely. */
export const CLUSTER_NOTES_FILE = 'vigil.ready';

const Notes = z.object({
  /** The roles of API and system exist; data folders of earlier versions lack them. */
  hasRoles: z.boolean().optional(),
  /** Of the migrations that have been applied. */
  schemaHash: z.string().optional(),
  /** The first administrator, once there is one. */
  adminId: z.string().optional(),
});

/** What an earlier start has already done to our own database; it lies with the data, and goes with it. */
export type CompletedDatabaseSetup = z.output<typeof Notes>;

export async function readNotes(dir: string): Promise<CompletedDatabaseSetup> {
  const text = await readFile(path.join(dir, CLUSTER_NOTES_FILE), 'utf8').catch(() => '');
  try {
    return Notes.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

export async function addClusterNotes(dir: string, notes: CompletedDatabaseSetup): Promise<void> {
  await writeFile(path.join(dir, CLUSTER_NOTES_FILE), JSON.stringify({ ...(await readNotes(dir)), ...notes }));
}
