import type { Profile } from '@vigil/shared/contract/http/profile';
import type { CompanyPk, UserPk } from '@vigil/shared/contract/ids';
import { noRights } from '@vigil/shared/domain/rights-record.test-support';

/** An ordinary user without rights in a company with a licence of all functions. */
export const sampleProfile: Profile = {
  ...noRights,
  pk: 1 as UserPk,
  mgrid: 'min@vigil.test',
  name: 'Min Seo',
  email: 'min@vigil.test',
  pending_email: '',
  phone: '',
  department: '',
  position: '',
  company_fk: 1 as CompanyPk,
  company_name: 'Company',
  use_approval: 0,
  approver_id: '',
  approver_name: '',
  flag_use_otp: 0,
  otp_confirmed: false,
  recovery_codes_left: 0,
  password_level: 3,
  password_level_invalid: false,
  logo_url: '',
  idle_time: 0,
  file_transfer: 1,
  pictures: 1,
  bulk_confirm_over: 100,
  time_zone_id: 32,
  date_fmt_id: 0,
  lang_code: 'en',
  flag_refresh: 1,
  flag_img_refresh: 1,
  refresh_interval: 5,
  img_refresh_interval: 5,
  flag_recept_mail: 0,
  license: {
    list: [],
    total: { vol: 10, lastestExpireDateString: '', primaryProdType: 'Corporate', managerLimit: 5 },
    devices: 1,
    managers: 1,
    time_zone: 'Asia/Seoul',
    gate: 0,
  },
  rights: '',
  session_expires: '2030-01-01T00:00:00.000Z',
  is_invited: false,
  is_temporary: false,
  by_password: true,
};

export const administrator = { type: 'Manager', member_type_id: 2 } as const;
