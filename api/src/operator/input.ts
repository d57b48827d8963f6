import { CompanyPk, LicencePk, NoticePk } from '@vigil/shared/contract/ids';
import { languages } from '@vigil/shared/contract/languages';
import { licenceTypes } from '@vigil/shared/domain/licences';
import * as z from 'zod';

const LARGEST = 2_147_483_647;
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/u;

/** A whole number, parsed from text. */
export const integerArgument = (min = 1, max = LARGEST) => z.coerce.number('must be a number').int().min(min).max(max);

/** A switch: 0 or 1. */
export const bitArgument = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => (text === '1' ? 1 : 0));

export const pkArgument = integerArgument();
export const companyPkArgument = integerArgument().pipe(CompanyPk);
export const licencePkArgument = integerArgument().pipe(LicencePk);
export const noticePkArgument = integerArgument().pipe(NoticePk);
export const languageArgument = z.enum(languages);

/** ISO 8601; a date without a time means the end of that day, in UTC. */
export const endTimeArgument = z
  .string()
  .transform((text) => new Date(DATE_ONLY.test(text) ? `${text}T23:59:59Z` : text))
  .refine((at) => !Number.isNaN(at.getTime()), 'must be a date or time such as 2026-12-31 or 2026-12-31T18:00Z');

export const licenceTypeArgument = z.enum(licenceTypes);
