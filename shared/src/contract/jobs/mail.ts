import { z } from 'zod';

/** Sends one mail. Its row says to whom and what; a job that finds it sent has nothing to do. */
export const MailJob = z.object({ pk: z.int().positive() });
export type MailJob = z.infer<typeof MailJob>;
