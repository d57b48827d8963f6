import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { Deps } from '../deps.ts';

/** Why a frame never reached a browser: a newer one took its place while it waited. */
type DropReason = 'slow_browser' | 'in_flight' | 'resizing';

const AGE_BUCKETS_S = [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Bounds the series of a metric by company, of which there may be thousands. */
const BUSIEST_COMPANIES = 10;

/** What operators see of the frames. */
export function createFrameMetrics({ metrics, now }: Pick<Deps, 'metrics' | 'now'>) {
  const delivered = metrics.counter('vigil_frames_delivered_total', 'Frames delivered to gateways', ['path']);
  const bytesSent = metrics.counter('vigil_frame_bytes_sent_total', 'Bytes of frames sent to browsers');
  const dropped = metrics.counter('vigil_frames_dropped_total', 'Frames replaced by newer ones before they were sent', [
    'reason',
  ]);
  const age = metrics.histogram(
    'vigil_frame_age_seconds',
    'Age of frames when they are sent to browsers',
    AGE_BUCKETS_S,
  );
  let busiest: [CompanyPk, number][] = [];
  metrics.gaugeByLabel(
    'vigil_company_frame_bytes_per_second',
    'Bytes a second of the frame budget that the browsers of the busiest companies use',
    'company',
    () => busiest,
  );
  return {
    delivered: (path: 'local' | 'redis') => delivered.inc({ path }),
    /** @param at when the screen was last known to look like this */
    sent(bytes: number, at: number): void {
      bytesSent.inc(bytes);
      age.observe(Math.max(0, now() - at) / 1_000);
    },
    /** @param rates bytes a second that the frames of each company cost */
    used(rates: ReadonlyMap<CompanyPk, number>): void {
      const positive = [...rates].filter(([, rate]) => rate > 0);
      busiest = positive.toSorted(([, a], [, b]) => b - a).slice(0, BUSIEST_COMPANIES);
    },
    dropped: (reason: DropReason) => dropped.inc({ reason }),
  };
}

export type FrameMetrics = ReturnType<typeof createFrameMetrics>;
