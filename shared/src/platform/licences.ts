import { and, gt, lte, type SQL } from 'drizzle-orm';
import { licences } from './db/schema/companies.ts';

export const whereStarted = (at: Date): SQL => lte(licences.startsAt, at);

/** `whereInForce` of the domain, for the rows of a query. */
export const whereInForce = (at: Date): SQL | undefined => and(whereStarted(at), gt(licences.expiresAt, at));
