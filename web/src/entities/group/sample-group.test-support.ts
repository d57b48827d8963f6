import { Group } from '@vigil/shared/contract/group';

export const sampleGroup = (pk: number, change: Partial<Record<keyof Group, unknown>> = {}): Group =>
  Group.parse({
    pk,
    name: `group-${pk}`,
    group_fk: null,
    root_group_fk: null,
    company_fk: 1,
    flag_df_group: 0,
    flag_confirm: 0,
    has_permission: 1,
    device_count: 5,
    dev_limit: 0,
    manager_name: '',
    manager_email: '',
    manager_phone: '',
    update_time: '2026-11-21T00:00:00.000Z',
    ...change,
  });
