import type { AppConfigOverrides } from '@vigil/shared/contract/app-config-rules';
import type { ConfigSource } from '@vigil/shared/contract/http/app-configs';
import type { AppConfigPk, GroupPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import { eq, sql } from 'drizzle-orm';

/** Holds off its deletion, which takes it away from those who use it. */
export async function lockAppConfig(tx: Tx, pk: AppConfigPk) {
  const [config] = await tx
    .select({ name: appConfigs.name })
    .from(appConfigs)
    .where(eq(appConfigs.pk, pk))
    .for('key share');
  return config;
}

export interface AppliedConfig extends ConfigSource {
  readonly config: AppConfigOverrides;
}

export const sourceOf = ({ source, group_fk, group_name, pk, config_name }: AppliedConfig): ConfigSource => ({
  source,
  group_fk,
  group_name,
  pk,
  config_name,
});

/** The configurations of a group, of those above it, and the default one, from the nearest. */
export async function selectConfigsByPrecedence(tx: ReadTx, group: GroupPk): Promise<AppliedConfig[]> {
  const rows = await tx.execute<Omit<AppliedConfig, 'source'> & Record<string, unknown>>(sql`
    with recursive up as (
      select pk, name, group_fk, app_config_fk, 0 as depth from device_groups where pk = ${group}
      union all
      select g.pk, g.name, g.group_fk, g.app_config_fk, depth + 1 from device_groups g join up on g.pk = up.group_fk
    )
    select up.pk as group_fk, up.name as group_name, c.pk, c.config_name, c.config, up.depth
      from up join app_configs c on c.pk = up.app_config_fk
    union all
    select null, null, c.pk, c.config_name, c.config, null from app_configs c where c.flag_df_config = 1
    order by depth nulls last`);
  return rows.map(({ group_fk, group_name, pk, config_name, config }) => ({
    source: group_fk === null ? 'default' : 'group',
    group_fk,
    group_name,
    pk,
    config_name,
    config,
  }));
}
