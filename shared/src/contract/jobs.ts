import * as z from 'zod';
import { CommandId, CompanyPk, DeliveryPk, ExportId } from './ids.ts';

/** Every queue and the payload of its jobs. */
export const jobPayloads = {
  /** Delivers one command to its device. The job's id is the command's id; everything else is in the ledger. */
  commands: z.object({ id: CommandId, company: CompanyPk }),
  /** Writes the file of an export; the row has the request. */
  exports: z.object({ id: ExportId }),
  /** Builds a company's fleet index if there is none, or replaces the existing one with `rebuild`. */
  'fleet-index': z.object({ company: CompanyPk, rebuild: z.boolean().default(false) }),
  /** Sends one mail. Its row has the recipient and the content; for a mail that was already sent, nothing happens. */
  mail: z.object({ pk: z.int().positive() }),
  /** Sends one delivery of a channel. Its row has what is sent; for one that has ended, nothing happens. */
  deliveries: z.object({ pk: DeliveryPk }),
  /** Compares the latest usage samples of a company's devices with its alert thresholds. */
  thresholds: z.object({ company: CompanyPk }),
} as const;

export type QueueName = keyof typeof jobPayloads;
export const queueNames = Object.keys(jobPayloads) as [QueueName, ...QueueName[]];
