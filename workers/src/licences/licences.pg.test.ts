import { randomUUID } from 'node:crypto';
import { PaymentId } from '@vigil/shared/contract/ids';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { payments } from '@vigil/shared/platform/db/schema/payments';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { lapseUnpaidPayments } from './lapse-payments.ts';
import { remindOfLicenceEnds } from './remind-of-ends.ts';

const test = workersTest();
test.beforeEach(({ workers }) =>
  workers.deps.database.asSystem(async (tx) => {
    await tx.delete(licences);
    await tx.delete(users);
  }),
);

const DAY_MS = 86_400_000;
const START = Date.parse('2026-03-01T00:00:00Z');
const dayAt = (days: number) => new Date(START + days * DAY_MS);

const addPayment = async ({ deps, company }: WorkersTestContext, state: 'draft' | 'waiting' | 'paid') => {
  const id = PaymentId.parse(randomUUID());
  await deps.database.asSystem((tx) =>
    tx.insert(payments).values({
      id,
      companyFk: company,
      state,
      provider: 'sandbox',
      type: 'Basic',
      deviceVolume: 5,
      months: 1,
      unitPrice: 2_500,
      total: 12_500,
      startsAt: dayAt(0),
      expiresAt: dayAt(31),
      createdAt: dayAt(0),
    }),
  );
  return id;
};

test('what nobody has paid within a week lapses once, also when two workers look at once', async ({ workers }) => {
  const { deps } = workers;
  const [draft, waiting, paid] = [
    await addPayment(workers, 'draft'),
    await addPayment(workers, 'waiting'),
    await addPayment(workers, 'paid'),
  ];
  const lapse = (days: number, ms = 0) => lapseUnpaidPayments({ ...deps, now: () => START + days * DAY_MS + ms });
  expect(await lapse(7, -1)).toBe(0);
  const counts = await Promise.all([lapse(7), lapse(7)]);
  expect(counts[0] + counts[1] + (await lapse(7))).toBe(2);
  const rows = await deps.database.asSystem((tx) => tx.select().from(payments));
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  expect([draft, waiting, paid].map((id) => states.get(id))).toEqual(['lapsed', 'lapsed', 'paid']);
  const recorded = await deps.database.asSystem((tx) => tx.select().from(audits));
  expect(recorded.map(({ newValue }) => newValue)).toEqual(['lapsed', 'lapsed']);
});

const grant = async (
  { deps, company }: WorkersTestContext,
  from: number,
  to: number,
  parentFk: number | null = null,
) => {
  const [row] = await deps.database.asSystem((tx) =>
    tx
      .insert(licences)
      .values({
        companyFk: company,
        type: 'Corporate',
        deviceVolume: 5,
        nonAdminLimit: 20,
        startsAt: dayAt(from),
        expiresAt: dayAt(to),
        parentFk: parentFk as never,
      })
      .returning(),
  );
  return row?.pk ?? 0;
};

const addAdministrator = ({ deps, company }: WorkersTestContext, email: string, langCode: 'en' | 'ko') =>
  deps.database.asSystem((tx) =>
    tx.insert(users).values({
      companyFk: company,
      mgrid: email,
      name: email,
      email,
      emailVerifiedAt: dayAt(0),
      passwordHash: 'none',
      type: 'Manager',
      memberTypeId: 2,
      langCode,
      timeZoneId: 16,
    }),
  );

test('administrators are mailed 30, 7 and 1 days before the end of a licence and at its end, once each, in their language', async ({
  workers,
}) => {
  const { deps } = workers;
  await addAdministrator(workers, 'en@vigil.test', 'en');
  await addAdministrator(workers, 'ko@vigil.test', 'ko');
  await grant(workers, 0, 365);
  const remind = (day: number) => remindOfLicenceEnds({ ...deps, now: () => START + day * DAY_MS });
  const sent: [number, number][] = [];
  for (const day of [300, 334, 335, 336, 358, 358.5, 364, 364.9, 365, 366]) {
    const [one, two] = await Promise.all([remind(day), remind(day)]);
    const again = await remind(day);
    if (one + two + again > 0) sent.push([day, one + two + again]);
  }
  expect(sent).toEqual([
    [335, 2],
    [358, 2],
    [364, 2],
    [365, 2],
  ]);
  const written = await deps.database.asSystem((tx) => tx.select().from(mails).where(eq(mails.to, 'en@vigil.test')));
  expect(written.map(({ subject }) => subject)).toEqual([
    ...[1, 2, 3].map(() => 'Your Vigil licence ends on 2027-02-28'),
    'Your Vigil licence has ended',
  ]);
});

test('nobody is mailed of a licence that is renewed, nor of a month a month ahead', async ({ workers }) => {
  const { deps } = workers;
  await addAdministrator(workers, 'renewed@vigil.test', 'en');
  const parent = await grant(workers, 0, 60);
  await grant(workers, 60, 420, parent);
  await grant(workers, 0, 30);
  const remind = (day: number) => remindOfLicenceEnds({ ...deps, now: () => START + day * DAY_MS });
  expect(await remind(1)).toBe(0);
  expect(await remind(23)).toBeGreaterThan(0);
  expect(await remind(59.5)).toBe(0);
});
