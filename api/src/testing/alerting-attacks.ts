interface AlertingKeys {
  readonly group: number;
  readonly device: number;
  readonly maintenance: number;
  readonly channel: number;
}

/** Calls of a user of another company with the keys of what says who is told of alerts. */
export const createAlertingAttacks = ({
  group,
  device,
  maintenance,
  channel,
}: AlertingKeys): Readonly<Record<string, { params?: object; body?: object }>> => {
  const ofChannel = { params: { pk: channel } };
  const ofWindow = { params: { pk: maintenance } };
  const url = 'https://hooks.example/';
  return {
    'GET /channels': {},
    'POST /channels': { body: { kind: 'slack', name: 'ours', url, group_pks: [group] } },
    'PUT /channels/:pk': { ...ofChannel, body: { name: 'ours' } },
    'DELETE /channels/:pk': ofChannel,
    'POST /channels/:pk/secret': ofChannel,
    'POST /channels/:pk/test': ofChannel,
    'GET /channels/:pk/deliveries': ofChannel,
    'GET /maintenance-windows': {},
    'POST /maintenance-windows': { body: { group_pk: group, minutes: 5 } },
    'PUT /maintenance-windows/:pk': { ...ofWindow, body: { device_pks: [device], minutes: 5 } },
    'POST /maintenance-windows/:pk/end': ofWindow,
    'DELETE /maintenance-windows/:pk': ofWindow,
  };
};
