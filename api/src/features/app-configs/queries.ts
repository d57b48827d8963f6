import { asc } from 'drizzle-orm';
import type { Tx } from '@vigil/shared/platform/db/client';
import { appConfigs } from '@vigil/shared/platform/db/schema/devices';

export const selectAppConfigs = (tx: Tx) =>
  tx.select({ pk: appConfigs.pk, config_name: appConfigs.name }).from(appConfigs).orderBy(asc(appConfigs.name));
