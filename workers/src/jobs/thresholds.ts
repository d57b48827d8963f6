import { AlertCode } from '@vigil/shared/contract/alert';
import { AlertPk, DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { channels } from '@vigil/shared/platform/redis/keys';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import { readAllUsage } from '@vigil/shared/platform/redis/usage';
import { evaluateThresholds } from '../alerts/evaluate-thresholds.ts';
import { endAlerts, raiseAlerts, readMonitoredDevices, readParents, readThresholds } from '../alerts/queries.ts';
import { defineWorker } from '../define-worker.ts';

/**
 * Compares a company's devices with its thresholds: raises what is new, ends what is over. It looks at how things are
 * and keeps nothing in between, so a lost or repeated job makes no difference.
 */
export const thresholdsWorker = defineWorker('thresholds', async ({ database, redis, now }, { company }) => {
  const usage = await readAllUsage(redis, company);
  const online: ReadonlySet<number> = await onlineDevices(redis, company);
  const at = now();
  const raised = await database.inCompany(company, async (tx) => {
    const rules = { thresholds: await readThresholds(tx), parents: await readParents(tx), now: at };
    const findings = (await readMonitoredDevices(tx)).flatMap((row) =>
      evaluateThresholds(
        {
          pk: DevicePk.parse(row.pk),
          group: GroupPk.parse(row.group),
          osId: row.osId,
          online: online.has(row.pk),
          offlineSince: row.lastDisconnectedAt?.getTime() ?? null,
          usage: usage(row.pk),
        },
        rules,
      ),
    );
    await endAlerts(tx, findings, new Date(at));
    return raiseAlerts(tx, company, findings, new Date(at));
  });
  for (const row of raised) {
    const alert = {
      pk: AlertPk.parse(row.pk),
      device_pk: DevicePk.parse(row.deviceFk),
      alert_code: AlertCode.parse(row.alertCode),
      alert_value: row.value,
      at,
    };
    await redis.publish(channels.live(company), JSON.stringify({ t: 'alert', ...alert }));
  }
});
