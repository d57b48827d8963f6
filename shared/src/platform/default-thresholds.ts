import type { CompanyPk, GroupPk } from '../contract/ids.ts';
import { defaultThresholds } from '../domain/default-thresholds.ts';
import type { Tx } from './db/client.ts';
import { alertThresholds } from './db/schema/records.ts';

/** Gives a group without groups above it the thresholds of a new company. */
export const insertDefaultThresholds = (tx: Tx, companyFk: CompanyPk, groupFk: GroupPk) =>
  tx.insert(alertThresholds).values(
    defaultThresholds.map(({ alert_code: alertCode, alert_time: minutes, alert_th_value: value }) => ({
      companyFk,
      groupFk,
      alertCode,
      minutes,
      value,
    })),
  );
