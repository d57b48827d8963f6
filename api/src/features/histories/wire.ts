import type {
  AccessHistoryRow,
  AlertHistoryRow,
  FileHistoryRow,
  RemoteHistoryRow,
} from '@vigil/shared/contract/http/histories';
import type { AccessHistoryRecord } from '@vigil/shared/platform/histories/access-history';
import type { AlertHistoryRecord } from '@vigil/shared/platform/histories/alert-history';
import type { FileHistoryRecord } from '@vigil/shared/platform/histories/file-history';
import type { RemoteHistoryRecord } from '@vigil/shared/platform/histories/remote-history';
import { optionalIso } from '../../wire/alert.ts';

const bitOf = (value: unknown) => (value === null ? 0 : 1);

/** A session without a start is in no history. */
export const wireRemote = (row: RemoteHistoryRecord): RemoteHistoryRow => ({
  pk: row.id,
  type: row.type,
  user_pk: row.userFk,
  reg_mail: row.mgrid,
  name: row.userName,
  device_pk: row.deviceFk,
  device_exists: bitOf(row.existing),
  alias: row.deviceAlias,
  host_public_ip: row.hostPublicIp,
  host_private_ip: row.hostPrivateIp,
  host_os_id: row.hostOsId,
  viewer_public_ip: row.viewerPublicIp,
  viewer_private_ip: row.viewerPrivateIp,
  viewer_os_id: row.viewerOsId,
  start_time: (row.redeemedAt ?? row.issuedAt).toISOString(),
  end_time: optionalIso(row.endedAt),
  end_reason: row.endReason,
  security: row.security,
});

export const wireFile = (row: FileHistoryRecord): FileHistoryRow => ({
  pk: row.pk,
  session: row.sessionFk,
  user_pk: row.userFk,
  mgrid: row.mgrid ?? '',
  device_pk: row.deviceFk,
  device_exists: bitOf(row.existing),
  alias: row.deviceAlias ?? '',
  device_os_id: row.osId ?? 0,
  file_name: row.name,
  action_type: row.action === 'upload' ? 1 : 2,
  file_size: row.size,
  start_time: row.startTime.toISOString(),
  end_time: row.endTime.toISOString(),
});

export const wireAlert = (row: AlertHistoryRecord): AlertHistoryRow => ({
  pk: row.pk,
  device_pk: row.deviceFk,
  device_exists: bitOf(row.existing),
  device: row.deviceAlias,
  device_os_id: row.osId,
  generate: row.raisedAt.toISOString(),
  ended_at: optionalIso(row.endedAt),
  alert_code: row.alertCode,
  alert_value: row.value,
  incident_pk: row.incidentFk,
});

export const wireAccess = (row: AccessHistoryRecord): AccessHistoryRow => ({
  pk: row.pk,
  user_pk: row.userFk,
  mgrid: row.mgrid,
  name: row.name,
  mgr_pub_ip: row.ip,
  mgr_pri_ip: row.privateIp,
  browser: row.browser,
  dev_os_id: row.osId,
  login_time: row.at.toISOString(),
  login_from: row.loginFrom,
});
