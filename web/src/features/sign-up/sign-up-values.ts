import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { signUp } from '@vigil/shared/contract/http/accounts';
import type { Language } from '@vigil/shared/contract/languages';
import { MAX_REFERRAL_SOURCE } from '@vigil/shared/contract/limits';
import { type AccountPurpose } from '@vigil/shared/contract/names';
import { cleanName, isVisibleText } from '@vigil/shared/contract/patterns';
import { DEFAULT_TIME_ZONE_ID } from '@vigil/shared/contract/user-defaults';
import { timeZones } from '@vigil/shared/domain/time-zones';
import type { Applicant } from '../../entities/credentials/sign-up-rules.ts';

export interface SignUpValues extends Applicant {
  phone: string;
  useFor: AccountPurpose;
  company: string;
  website: string;
}

export const emptyForm: SignUpValues = {
  mgrid: '',
  pw: '',
  confirmation: '',
  name: '',
  mail: '',
  phone: '',
  useFor: 'enterprise',
  company: '',
  website: '',
};

type SignUpBody = NonNullable<CallOf<typeof signUp>['body']>;

/** The request body of the form (spec 1 §3); only an enterprise has a company. */
export const signUpBodyOf = (values: SignUpValues, { language, timeZoneId, from }: Circumstances): SignUpBody => {
  const isEnterprise = values.useFor === 'enterprise';
  return {
    mgrid: values.mgrid.trim(),
    pw: values.pw.trim(),
    name: values.name.trim(),
    mail: values.mail.trim(),
    phone: values.phone.trim(),
    company_name: isEnterprise ? values.company.trim() : '',
    company_website: isEnterprise ? values.website.trim() : '',
    subscription: subscriptionOf(from),
    use_for: values.useFor,
    lang_code: language,
    time_zone_id: timeZoneId,
    agree_use: true,
    agree_privacy: true,
  };
};

interface Circumstances {
  language: Language;
  timeZoneId: number;
  /** `from` of the address: where the visitor came from, in the words of whoever made the link. */
  from: string | null;
}

/** The way of the visitor, cleaned and cut to what the server takes; `web` where the address says nothing. */
function subscriptionOf(from: string | null): string {
  const way = cleanName(
    Array.from(cleanName(from ?? ''))
      .slice(0, MAX_REFERRAL_SOURCE)
      .join(''),
  );
  return isVisibleText(way, MAX_REFERRAL_SOURCE) ? way : 'web';
}

/** The time zone of the browser if the product has it, else the default (spec 1 §9). */
export const timeZoneIdOf = (zone: string): number =>
  timeZones.find(({ name }) => name === zone)?.id ?? DEFAULT_TIME_ZONE_ID;
