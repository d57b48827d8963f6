import type { PriceLine, SoldLicenceType } from '../contract/http/payments.ts';

/** List prices of one device and month in whole WON, VAT included (spec 3 §9). */
export const listPrices: { readonly [T in SoldLicenceType]: number } = { Basic: 2_500, Corporate: 4_500 };

/** A price that was agreed with a company, for one device and month of either type. */
export interface AgreedPrice {
  readonly name: string;
  readonly unit: number;
}

/** Far above any price; a number with more digits is a mistake. */
const AGREED = /^([^|]{1,100})\|(\d{1,7})$/u;

/** The price of a company, `name|price` (spec 3 §3). @returns null for a text that is none (decision 52) */
export function parseAgreedPrice(text: string): AgreedPrice | null {
  const [, name = '', unit = ''] = AGREED.exec(text.trim()) ?? [];
  return name.trim() === '' || Number(unit) === 0 ? null : { name: name.trim(), unit: Number(unit) };
}

export const unitPrice = (type: SoldLicenceType, agreed: AgreedPrice | null): number =>
  agreed?.unit ?? listPrices[type];

export interface PricedLicence {
  readonly unit: number;
  /** Devices. */
  readonly volume: number;
  readonly months: number;
}

export interface Price {
  readonly lines: readonly PriceLine[];
  readonly fullPay: number;
  readonly discount: number;
  readonly total: number;
}

const MONTHS_OF_YEAR = 12;

/** Free months: one more than the full years of a period, none below a year (decision 7). */
const freeMonths = (months: number): number => {
  const years = Math.floor(months / MONTHS_OF_YEAR);
  return years === 0 ? 0 : years + 1;
};

/** The price of a licence in whole WON, with the lines that explain it. */
export function priceOf({ unit, volume, months }: PricedLicence): Price {
  const fullPay = unit * volume * months;
  const free = freeMonths(months);
  const discount = free * unit * volume;
  const licence: PriceLine = { kind: 'licence', volume, months, unit_price: unit, amount: fullPay };
  const years = Math.floor(months / MONTHS_OF_YEAR);
  const reduction: PriceLine = {
    kind: 'discount',
    years,
    free_months: free,
    volume,
    unit_price: unit,
    amount: -discount,
  };
  return { lines: discount === 0 ? [licence] : [licence, reduction], fullPay, discount, total: fullPay - discount };
}
