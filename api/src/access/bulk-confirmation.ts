import { Problem } from '@vigil/shared/contract/problems';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { eq } from 'drizzle-orm';
import type { Caller } from '../identity/sessions/caller.ts';

/**
 * A person confirms the number of devices that one request changes if it is over the company's limit.
 * @throws Problem `confirm_required` with the number
 */
export async function assertDeviceCountConfirmed(
  tx: ReadTx,
  caller: Caller,
  { count, confirm }: { count: number; confirm: number | undefined },
): Promise<void> {
  const [company] = await tx
    .select({ limit: companies.bulkConfirmOver })
    .from(companies)
    .where(eq(companies.pk, caller.company));
  if (count > (company?.limit ?? 0) && confirm !== count) {
    throw new Problem('confirm_required', { field: 'confirm', detail: count });
  }
}
