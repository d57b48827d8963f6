import { CommandJob } from './jobs/commands.ts';
import { FleetIndexJob } from './jobs/fleet-index.ts';
import { MailJob } from './jobs/mail.ts';
import { ThresholdJob } from './jobs/thresholds.ts';

/** Every queue and what its jobs carry. */
export const jobs = {
  commands: CommandJob,
  'fleet-index': FleetIndexJob,
  mail: MailJob,
  thresholds: ThresholdJob,
} as const;

export type QueueName = keyof typeof jobs;
export const queueNames = Object.keys(jobs) as [QueueName, ...QueueName[]];
