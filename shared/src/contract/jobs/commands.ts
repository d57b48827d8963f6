import { z } from 'zod';
import { CommandId, CompanyPk } from '../ids.ts';

/** Carries one command to its device. The job's id is the command's id; the row in the ledger says the rest. */
export const CommandJob = z.object({ id: CommandId, company: CompanyPk });
export type CommandJob = z.infer<typeof CommandJob>;
