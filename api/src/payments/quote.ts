import type { Quote, SoldLicenceType } from '@vigil/shared/contract/http/payments';
import type { CompanyPk, LicencePk } from '@vigil/shared/contract/ids';
import { MAX_LICENCE_DEVICES } from '@vigil/shared/contract/limits';
import { Problem } from '@vigil/shared/contract/problems';
import { licenceEnd } from '@vigil/shared/domain/licence-periods';
import { defaultNonAdminLimit, isRenewed, TRIAL_LICENCE } from '@vigil/shared/domain/licences';
import { parseAgreedPrice, priceOf, unitPrice, type AgreedPrice } from '@vigil/shared/domain/prices';
import { readCompanyTimeZone } from '@vigil/shared/platform/company-time-zone';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { readLicenceUse } from '@vigil/shared/platform/licence-gates';
import type { Log } from '@vigil/shared/platform/log';
import { findBilledCompany, selectLicences, sumCountedVolume, type LicenceRow } from './queries.ts';

/** What somebody would like to buy; what is left out is as in the drafts of spec 3 §4. */
export interface WantedLicence {
  readonly ref: LicencePk | null;
  readonly type?: SoldLicenceType | undefined;
  readonly vol?: number | undefined;
  readonly period?: number | undefined;
}

interface QuoteContext {
  readonly company: CompanyPk;
  readonly at: Date;
  readonly log: Log;
}

const REGISTRATION_MONTHS = 1;
const RENEWAL_MONTHS = 12;

/** The free trial is not sold: it is renewed as Corporate (spec 3 §4). */
const soldTypeOf = (type: LicenceRow['type'] | undefined): SoldLicenceType =>
  type === 'Basic' ? 'Basic' : 'Corporate';

/** The company's own price; the list price where it has none, or one that does not parse (decision 52). */
async function readAgreedPrice(tx: ReadTx, { company, log }: QuoteContext): Promise<AgreedPrice | null> {
  const { price } = await findBilledCompany(tx, company);
  const agreed = parseAgreedPrice(price);
  if (agreed === null && price !== '')
    log.warn({ company, price }, 'the price of the company is no name|price: the list price is used');
  return agreed;
}

/** @throws Problem `not_found`, `licence_renewed` */
function findRenewable(all: readonly LicenceRow[], ref: LicencePk | null): LicenceRow | null {
  if (ref === null) return null;
  const parent = all.find(({ pk }) => pk === ref);
  if (!parent) throw new Problem('not_found');
  if (isRenewed(parent, all)) throw new Problem('licence_renewed');
  return parent;
}

/** A renewal starts when its licence ends, or now when that has passed (decision 49). */
export const startOf = (parent: Pick<LicenceRow, 'expiresAt'> | null, at: Date): Date =>
  parent && parent.expiresAt > at ? parent.expiresAt : at;

/** Prices a licence as it would be bought now. @throws Problem `not_found`, `licence_renewed` */
export async function quoteLicence(tx: ReadTx, wanted: WantedLicence, context: QuoteContext): Promise<Quote> {
  const { company, at } = context;
  const all = await selectLicences(tx);
  const parent = findRenewable(all, wanted.ref);
  const primary = all.findLast(({ startsAt, withdrawnAt }) => startsAt <= at && withdrawnAt === null);
  const type = wanted.type ?? soldTypeOf((parent ?? primary)?.type);
  // An operator may have granted more than is sold.
  const vol = wanted.vol ?? Math.min(parent?.deviceVolume ?? TRIAL_LICENCE.devices, MAX_LICENCE_DEVICES);
  const period = wanted.period ?? (parent ? RENEWAL_MONTHS : REGISTRATION_MONTHS);
  const timeZone = await readCompanyTimeZone(tx, company);
  const start = startOf(parent, at);
  const expire = licenceEnd(start, period, timeZone).toISOString();
  const agreed = await readAgreedPrice(tx, context);
  const unit = unitPrice(type, agreed);
  const { lines, ...amounts } = priceOf({ unit, volume: vol, months: period });
  const dates = { start_date: start.toISOString(), expire_date: expire };
  const item = { ref: wanted.ref, ...dates, type, vol, period, first: parent?.type === TRIAL_LICENCE.type };
  return {
    items: [item],
    unit_price: unit,
    price_name: agreed?.name ?? '',
    lines: [...lines],
    ...amounts,
    expire_date: expire,
    manager_limit: defaultNonAdminLimit(type, vol),
    time_zone: timeZone,
    volume_after: vol + (await sumCountedVolume(tx, start, parent?.pk ?? null)),
    devices: (await readLicenceUse(tx, company, at)).devices,
  };
}
