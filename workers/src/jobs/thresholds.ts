import { publish } from '@vigil/shared/platform/bus/bus';
import { channels } from '@vigil/shared/platform/bus/channels';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import { readAllUsage } from '@vigil/shared/platform/redis/usage';
import { evaluateThresholds } from '../alerts/evaluate-thresholds.ts';
import { endAlerts, raiseAlerts, readMonitoredDevices, readParents, readThresholds } from '../alerts/queries.ts';
import { defineWorker } from '../define-worker.ts';

/**
 * Compares a company's devices with its thresholds, raises new alerts and ends those whose cause is gone. It evaluates the
 * current state only, so that a lost or repeated job makes no difference.
 */
export const thresholdsWorker = defineWorker('thresholds', async ({ database, redis, now }, { company }) => {
  const usage = await readAllUsage(redis, company);
  const online = await onlineDevices(redis, company);
  const at = now();
  const raised = await database.inCompany(company, async (tx) => {
    const rules = { thresholds: await readThresholds(tx), parents: await readParents(tx), now: at };
    const findings = (await readMonitoredDevices(tx)).flatMap((row) =>
      evaluateThresholds(
        {
          pk: row.pk,
          group: row.group,
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
    await publish(redis, channels.company(company), {
      t: 'alert',
      pk: row.pk,
      device_pk: row.deviceFk,
      alert_code: row.alertCode,
      alert_value: row.value,
      at,
    });
  }
});
