import { timeZones } from '@vigil/shared/domain/time-zones';
import { operatorActor, policyAuditEntry, writeAudits } from '@vigil/shared/platform/audits';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { readCompanyTimeZone } from '@vigil/shared/platform/company-time-zone';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { defineOperatorCommand, type OperatorCommand } from '../command.ts';
import { requireCompany } from '../find.ts';
import { companyPkArgument } from '../input.ts';
import { openChangeStores } from '../user-change.ts';

const idOf = (name: string): number | null => timeZones.find((zone) => zone.name === name)?.id ?? null;

const zone = defineOperatorCommand({
  name: 'companies zone',
  summary: 'show or set the time zone in which the licences of a company end and its history is deleted at night',
  args: ['company'],
  options: { '--set <zone>': 'a name such as "Asia/Seoul"; empty for the zone of the first administrator' },
  input: z.object({
    company: companyPkArgument,
    set: z
      .string()
      .trim()
      .refine((name) => name === '' || idOf(name) !== null, 'is no time zone that users can choose')
      .optional(),
  }),
  async run({ company, set }, operator) {
    if (set !== undefined)
      await commitChange(await openChangeStores(operator), company, async (tx) => {
        const { timeZoneId: before } = await requireCompany(tx, company);
        const timeZoneId = idOf(set);
        if (before === timeZoneId) return;
        const oldValue = before === null ? null : await readCompanyTimeZone(tx, company);
        await tx.update(companies).set({ timeZoneId }).where(eq(companies.pk, company));
        await writeAudits(tx, operatorActor(company), [policyAuditEntry('time_zone', { oldValue, newValue: set })]);
      });
    return operator.database.readAll(async (tx) => {
      const { pk, name, timeZoneId } = await requireCompany(tx, company);
      return { pk, name, zone: await readCompanyTimeZone(tx, company), is_own: timeZoneId === null ? 0 : 1 };
    });
  },
});

export const companyTimeZoneCommands: readonly OperatorCommand[] = [zone];
