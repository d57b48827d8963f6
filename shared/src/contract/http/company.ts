import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { ExportId } from '../ids.ts';
import { MAX_COMPANY_NAME } from '../limits.ts';
import { normalizeText } from '../patterns.ts';
import * as company from '../routes/company.ts';
import { TypedPassword } from '../sign-in-fields.ts';
import { TIME_ZONE_COUNT } from '../user-defaults.ts';

/**
 * Changes the name of the company, or the time zone in which its licences end and its history is deleted at night
 * (decision 86).
 * @throws Problem `name_requirement`, `name_invalid`
 */
export const updateCompany = endpoint(company.updateCompany, {
  audits: ['companyChanged'],
  whileGated: true,
  summary: 'Change the name or the time zone of the company',
  body: z.strictObject({
    company_name: z.string().overwrite(normalizeText).max(MAX_COMPANY_NAME).optional(),
    time_zone_id: z.int().min(1).max(TIME_ZONE_COUNT).optional(),
  }),
  objects: z.array(z.object({ company_name: z.string(), time_zone: z.string() })),
});

/**
 * Asks for all data of the company as a ZIP file with a JSON file for each table, and workbooks. The file is offered to
 * the caller among the exports; the same request meanwhile is the same export.
 * @throws Problem `current_password_wrong`, `not_allowed` with the detail `by_password` for a session by a link
 */
export const exportCompanyData = endpoint(company.exportCompanyData, {
  audits: ['companyExported'],
  whileGated: true,
  summary: 'Export all data of the company',
  body: z.object({
    /** The caller's password. */
    origin_pw: TypedPassword,
  }),
  objects: z.array(ExportId),
});

/**
 * Sets the account of the company to be deleted. Until `deletes_at` any administrator can keep it; a repeated request
 * changes nothing.
 * @throws Problem `current_password_wrong`, `company_name_differs`, `not_allowed` with the detail `by_password` for a
 *   session by a link
 */
export const requestCompanyDeletion = endpoint(company.requestCompanyDeletion, {
  audits: ['companyDeletion'],
  whileGated: true,
  summary: 'Set the account of the company to be deleted after 30 days',
  body: z.object({
    /** The caller's password. */
    origin_pw: TypedPassword,
    /** As it is, so that nobody deletes an account by a wrong click. */
    company_name: z.string().overwrite(normalizeText).max(MAX_COMPANY_NAME),
  }),
  objects: z.array(z.object({ deletes_at: z.iso.datetime() })),
});

/** @throws Problem `not_found` when it is not set to be deleted */
export const keepCompany = endpoint(company.keepCompany, {
  audits: ['companyKept'],
  whileGated: true,
  summary: 'Keep the account of the company, which was set to be deleted',
  objects: z.array(z.never()),
});
