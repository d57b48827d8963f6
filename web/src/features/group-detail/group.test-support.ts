import type { GroupDetail } from '@vigil/shared/contract/http/groups';
import { CompanyPk, GroupPk } from '@vigil/shared/contract/ids';

/** A group at the top without users, thresholds or a configuration. */
export const sampleGroupDetail: GroupDetail = {
  pk: GroupPk.parse(7),
  name: 'Lobby',
  group_fk: null,
  root_group_fk: null,
  company_fk: CompanyPk.parse(1),
  flag_df_group: 0,
  flag_confirm: 1,
  has_permission: 1,
  device_count: 0,
  dev_limit: 0,
  manager_name: '',
  manager_email: '',
  manager_phone: '',
  email: '',
  phone: '',
  update_time: '2026-01-01T00:00:00.000Z',
  IW: [],
  inherited: [],
  overridden_by: [],
  users: [],
  app_config_fk: null,
  configs: [],
};
