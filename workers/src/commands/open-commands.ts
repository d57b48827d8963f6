import { openCommandStates } from '@vigil/shared/domain/command-life';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { inArray } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

/** Whether any command may still change its state: most of the time there is none. */
export const hasOpenCommands = ({ database }: Pick<Deps, 'database'>): Promise<boolean> =>
  database.readAll(async (tx) => {
    const isOpen = inArray(commands.state, openCommandStates);
    const found = await tx.select({ id: commands.id }).from(commands).where(isOpen).limit(1);
    return found.length > 0;
  });
