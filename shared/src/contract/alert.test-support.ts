/** What an event tells of an alert of a processor that was raised just now. */
export const raisedAlertFacts = {
  alert_value: 95,
  alert_limit: 90,
  last_value: null,
  last_value_at: null,
  unknown_since: null,
  no_data: false,
  sensor: '',
  end_reason: null,
};
