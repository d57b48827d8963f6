import { and, eq, isNull } from 'drizzle-orm';
import { commands } from './db/schema/commands.ts';

/**
 * A wake is a row of the device to wake. It is not sent to any device: the orders of its senders are commands of their
 * own, whose `parentFk` it is (CMD-11).
 */
export const isWake = ({ type, parentFk }: Pick<typeof commands.$inferSelect, 'type' | 'parentFk'>): boolean =>
  type === 'wol' && parentFk === null;

/** The rows of `isWake`. */
export const whereCommandIsWake = () => and(eq(commands.type, 'wol'), isNull(commands.parentFk))!;
