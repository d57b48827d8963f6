import { mails } from '@vigil/shared/platform/db/schema/mails';
import { desc, eq } from 'drizzle-orm';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestApi } from './test-api.ts';

/** What waits to be sent to an address, the newest first; no workers run here. */
export const mailsTo = (api: TestApi, address: string) =>
  api.deps.database.asSystem((tx) => tx.select().from(mails).where(eq(mails.to, address)).orderBy(desc(mails.pk)));

/** Waits until an address has a number of mails, and returns the newest. */
export const newestMail = (api: TestApi, address: string, count = 1) =>
  eventually(async () => {
    const found = await mailsTo(api, address);
    if (found.length !== count || !found[0]) throw new Error(`${found.length} mails to ${address}, not ${count}`);
    return found[0];
  });

/** The secret part of the link in a mail. */
export function keyIn({ text }: { text: string }): string {
  const [, key] = /[?&]key=(vigil_[\w-]+)/u.exec(text) ?? [];
  if (key === undefined) throw new Error(`no link in: ${text}`);
  return key;
}
