import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import { CLUSTER_MARK } from './postgres-cluster.ts';

const Notes = z.object({
  /** Of the migrations that have been applied. */
  schemaHash: z.string().optional(),
  /** The first manager, once there is one. */
  adminId: z.string().optional(),
});

/** What an earlier start has already done to our own database; it lies with the data, and goes with it. */
export type ClusterNotes = z.output<typeof Notes>;

export async function readNotes(dir: string): Promise<ClusterNotes> {
  const text = await readFile(path.join(dir, CLUSTER_MARK), 'utf8').catch(() => '');
  try {
    return Notes.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

export async function writeNotes(dir: string, notes: ClusterNotes): Promise<void> {
  await writeFile(path.join(dir, CLUSTER_MARK), JSON.stringify(notes));
}
