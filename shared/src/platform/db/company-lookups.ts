import { sql, type SQL } from 'drizzle-orm';
import type { PaymentId, RemoteSessionId } from '../../contract/ids.ts';

/**
 * What tells the company of a request that has no session. Each calls a function of the database that answers with one
 * company and nothing else (migration 0007), since the role of the API cannot read across companies.
 */
export interface CompanyLookup {
  /** An expression for the pk of the company; null where there is none. */
  readonly company: SQL;
}

export const companyLookups = {
  login: (mgrid: string): CompanyLookup => ({ company: sql`company_of_login(${mgrid})` }),
  /** The company of the first active account of an e-mail address. */
  email: (email: string): CompanyLookup => ({ company: sql`company_of_email(${email})` }),
  /** The company of the first active account of an e-mail address that is not confirmed. */
  unconfirmedEmail: (email: string): CompanyLookup => ({ company: sql`company_of_unconfirmed_email(${email})` }),
  link: (tokenHash: string): CompanyLookup => ({ company: sql`company_of_link(${tokenHash})` }),
  invitation: (codeHash: string): CompanyLookup => ({ company: sql`company_of_invitation(${codeHash})` }),
  enrolToken: (tokenHash: string): CompanyLookup => ({ company: sql`company_of_enrol_token(${tokenHash})` }),
  apiToken: (tokenHash: string): CompanyLookup => ({ company: sql`company_of_api_token(${tokenHash})` }),
  remoteSession: (id: RemoteSessionId): CompanyLookup => ({ company: sql`company_of_remote_session(${id})` }),
  payment: (id: PaymentId): CompanyLookup => ({ company: sql`company_of_payment(${id})` }),
  /** A company with a bulk job whose process has ended; the job is locked until the end of the transaction. */
  lapsedBulkJob: (): CompanyLookup => ({ company: sql`company_of_lapsed_bulk_job()` }),
  /** A company that is to be deleted by now and is not closed; it is locked until the end of the transaction. */
  dueDeletion: (at: Date): CompanyLookup => ({
    company: sql`company_of_due_deletion(${at.toISOString()}::timestamptz)`,
  }),
  /** A company that is about to be created with this pk. */
  signUp: (): CompanyLookup => ({ company: sql`nextval('companies_pk_seq')` }),
} as const;
