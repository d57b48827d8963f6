import { alerts } from '@vigil/shared/platform/db/schema/records';

/** The columns of an alert by their names on the wire. */
export const alertColumns = {
  pk: alerts.pk,
  device_pk: alerts.deviceFk,
  alert_code: alerts.alertCode,
  alert_value: alerts.value,
  alert_limit: alerts.limit,
  last_value: alerts.lastValue,
  last_value_at: alerts.lastValueAt,
  unknown_since: alerts.unknownSince,
  no_data: alerts.noData,
  sensor: alerts.sensor,
  end_reason: alerts.endReason,
  at: alerts.raisedAt,
};

interface TimesOfAlert {
  readonly at: Date;
  readonly last_value_at: Date | null;
  readonly unknown_since: Date | null;
}

/** An alert with its times as the contract writes them. */
export const wireAlert = <A extends TimesOfAlert>(alert: A) => ({
  ...alert,
  at: alert.at.toISOString(),
  last_value_at: optionalIso(alert.last_value_at),
  unknown_since: optionalIso(alert.unknown_since),
});

export const optionalIso = (at: Date | null): string | null => at?.toISOString() ?? null;
