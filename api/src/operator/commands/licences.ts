import type { CompanyPk } from '@vigil/shared/contract/ids';
import { defaultNonAdminLimit } from '@vigil/shared/domain/licences';
import { operatorActor, policyAuditEntry, writeAudits } from '@vigil/shared/platform/audits';
import type { Tx } from '@vigil/shared/platform/db/client';
import { companies, licences } from '@vigil/shared/platform/db/schema/companies';
import { isOverLicence, readLicenceUse, setLicenceBlock } from '@vigil/shared/platform/licence-gates';
import { asc, eq } from 'drizzle-orm';
import * as z from 'zod';
import { changeAccessPolicy } from '../changes.ts';
import { defineOperatorCommand, type OperatorCommand } from '../command.ts';
import { requireCompany } from '../find.ts';
import { licencePkArgument, licenceTypeArgument, integerArgument, companyPkArgument } from '../input.ts';
import type { OperatorDeps } from '../operator.ts';

const DAY_MS = 86_400_000;

type Row = typeof licences.$inferSelect;

const wire = (row: Row) => ({
  pk: row.pk,
  company: row.companyFk,
  type: row.type,
  devices: row.deviceVolume,
  managers: row.nonAdminLimit,
  starts_at: row.startsAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
});

const textOf = ({ type, deviceVolume, nonAdminLimit, expiresAt }: Row) =>
  `${type}, ${deviceVolume} devices, ${nonAdminLimit} users beside administrators, until ${expiresAt.toISOString()}`;

const record = (tx: Tx, row: Row, before?: Row) =>
  writeAudits(tx, operatorActor(row.companyFk), [
    policyAuditEntry('licence', { oldValue: before ? textOf(before) : null, newValue: textOf(row) }),
  ]);

/**
 * Changes a licence. Open sessions and the licence gate follow it at once.
 */
async function change(operator: OperatorDeps, company: CompanyPk, work: (tx: Tx) => Promise<Row | undefined>) {
  const row = await changeAccessPolicy(operator, company, work);
  if (!row) throw new Error('the licence was not stored');
  const { database, now } = operator;
  const redis = await operator.redis();
  const use = await database.readAll((tx) => readLicenceUse(tx, row.companyFk, new Date(now())));
  await setLicenceBlock(redis, row.companyFk, isOverLicence(use));
  return wire(row);
}

const list = defineOperatorCommand({
  name: 'licences list',
  summary: 'list the licences of all companies, or of one',
  options: { '--company <pk>': 'only licences of this company' },
  input: z.object({ company: companyPkArgument.optional() }),
  async run({ company }, { database }) {
    const rows = await database.readAll((tx) =>
      tx
        .select({ licence: licences, name: companies.name })
        .from(licences)
        .innerJoin(companies, eq(companies.pk, licences.companyFk))
        .where(company === undefined ? undefined : eq(licences.companyFk, company))
        .orderBy(asc(licences.companyFk), asc(licences.expiresAt)),
    );
    return rows.map(({ licence, name }) => ({ ...wire(licence), company_name: name }));
  },
});

const grant = defineOperatorCommand({
  name: 'licences grant',
  summary: 'add a licence to a company',
  options: {
    '--company <pk>': 'company that gets the licence',
    '--type <type>': 'licence type: Free, Basic or Corporate',
    '--devices <number>': 'number of devices',
    '--managers <number>': 'number of users beside administrators (default: by type and number of devices)',
    '--days <number>': 'licence period in days (default: 365)',
  },
  input: z.object({
    company: companyPkArgument,
    type: licenceTypeArgument,
    devices: integerArgument(),
    managers: integerArgument().optional(),
    days: integerArgument(1, 36_500).default(365),
  }),
  run: ({ company, type, devices, managers: nonAdminLimit = defaultNonAdminLimit(type, devices), days }, operator) =>
    change(operator, company, async (tx) => {
      const { pk: companyFk } = await requireCompany(tx, company);
      const startsAt = new Date(operator.now());
      const expiresAt = new Date(startsAt.getTime() + days * DAY_MS);
      const licence = { companyFk, type, deviceVolume: devices, nonAdminLimit, startsAt, expiresAt };
      const [row] = await tx.insert(licences).values(licence).returning();
      if (row) await record(tx, row);
      return row;
    }),
});

/** A number that an operator has set stays; the one of the type follows the volume. */
const limitFor = ({ type, deviceVolume, nonAdminLimit }: Row, devices: number): number =>
  nonAdminLimit === defaultNonAdminLimit(type, deviceVolume) ? defaultNonAdminLimit(type, devices) : nonAdminLimit;

const extend = defineOperatorCommand({
  name: 'licences extend',
  summary: 'extend a licence from its expiry, or from now if it has expired',
  args: ['pk'],
  options: { '--days <number>': 'number of days to add', '--devices <number>': 'new number of devices' },
  input: z.object({ pk: licencePkArgument, days: integerArgument(1, 36_500), devices: integerArgument().optional() }),
  async run(input, operator) {
    const which = eq(licences.pk, input.pk);
    const [found] = await operator.database.readAll((tx) => tx.select().from(licences).where(which));
    if (!found) throw new Error(`licence ${input.pk} not found`);
    return change(operator, found.companyFk, async (tx) => {
      const [licence] = await tx.select().from(licences).where(which).for('update');
      if (!licence) throw new Error(`licence ${input.pk} not found`);
      const from = Math.max(licence.expiresAt.getTime(), operator.now());
      const expiresAt = new Date(from + input.days * DAY_MS);
      const deviceVolume = input.devices ?? licence.deviceVolume;
      const nonAdminLimit = limitFor(licence, deviceVolume);
      const [row] = await tx
        .update(licences)
        .set({ expiresAt, deviceVolume, nonAdminLimit, remindedDays: null, withdrawnAt: null })
        .where(which)
        .returning();
      if (row) await record(tx, row, licence);
      return row;
    });
  },
});

export const licenceCommands: readonly OperatorCommand[] = [list, grant, extend];
