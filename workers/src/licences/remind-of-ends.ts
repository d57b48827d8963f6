import { dueLicenceReminder, isWorthReminding, LICENCE_REMINDER_DAYS } from '@vigil/shared/domain/licence-reminders';
import { isRenewed } from '@vigil/shared/domain/licences';
import { commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { readCompanyTimeZone } from '@vigil/shared/platform/company-time-zone';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import { runForEachCompany } from '@vigil/shared/platform/each-company';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import { selectReachableAdministrators } from '@vigil/shared/platform/users/administrators';
import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { composeLicenceReminder } from './reminder-mail.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 100;

/** A licence whose end was missed for longer is not mailed about: workers did not run, and the console says it. */
const LATE_MS = 7 * DAY_MS;

/** Licences near their end, or just past it, whose administrators were not told of all that by now. */
const isNearEnd = (at: Date) =>
  and(
    gt(licences.expiresAt, new Date(at.getTime() - LATE_MS)),
    isNull(licences.withdrawnAt),
    or(
      ...LICENCE_REMINDER_DAYS.map((days) =>
        and(
          lte(licences.expiresAt, new Date(at.getTime() + days * DAY_MS)),
          or(isNull(licences.remindedDays), gt(licences.remindedDays, days)),
        ),
      ),
    ),
  );

/** @returns how many mails were written: the row that says so is changed with them, so that none is sent twice */
async function remind(tx: ChangeTx, { redis, log, publicUrl }: Deps, at: Date): Promise<number> {
  const [licence] = await tx
    .select()
    .from(licences)
    .where(isNearEnd(at))
    .orderBy(asc(licences.expiresAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const days = licence && dueLicenceReminder(licence, at);
  if (!licence || days == null) return 0;
  await tx.update(licences).set({ remindedDays: days }).where(eq(licences.pk, licence.pk));
  if (!isWorthReminding(licence, days) || isRenewed(licence, await tx.select().from(licences))) return 0;
  const queueMail = createMailQueue({ redis, log });
  const timeZone = await readCompanyTimeZone(tx, licence.companyFk);
  const recipients = await selectReachableAdministrators(tx);
  for (const { email, language } of recipients) {
    const to = { address: email, company: licence.companyFk, kind: 'notice', isConfirmed: true } as const;
    await queueMail(tx, to, () => composeLicenceReminder({ licence, days, language, timeZone, publicUrl }));
  }
  return recipients.length;
}

/**
 * Mails administrators 30, 7 and 1 days before a licence ends, and at its end, once each (decision 51).
 * @returns how many mails
 */
export async function remindOfLicenceEnds(deps: Deps): Promise<number> {
  const at = new Date(deps.now());
  const due = await deps.database.readAll((tx) =>
    tx
      .select({ company: licences.companyFk })
      .from(licences)
      .where(isNearEnd(at))
      .orderBy(asc(licences.expiresAt))
      .limit(AT_ONCE),
  );
  return runForEachCompany(deps.log, due, ({ company }) => commitChange(deps, company, (tx) => remind(tx, deps, at)));
}
