import { backOffDelay } from '@vigil/shared/contract/back-off';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { OpenAlertStore } from './alerts.ts';
import type { FleetStore } from './fleet-store.ts';

/** Keeps the open alerts up to date where events alone do not. */
export interface OpenAlertsReader {
  /** Reads now, or as soon as the page is visible. */
  now: () => void;
  setVisible: (isVisible: boolean) => void;
  /** Reads soon after devices came into sight or left it. */
  start: () => void;
  stop: () => void;
}

interface AlertReadingNeeds {
  store: Pick<FleetStore, 'all' | 'subscribe'>;
  alerts: Pick<OpenAlertStore, 'readOpen' | 'isKnown'>;
  read: Parameters<OpenAlertStore['readOpen']>[0];
}

/** Events of alerts carry no number: a lost one would stay unnoticed until the next connection. */
const READ_EVERY_MS = 60_000;
/** Devices that are moved come into sight one after another. */
const SOON_MS = 2_000;
const RETRY = { firstMs: 5_000, maxMs: READ_EVERY_MS, jitter: 0.5 };

export function createOpenAlertsReader({ store, alerts, read }: AlertReadingNeeds): OpenAlertsReader {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The read in progress: its end plans the next one, unless reading has been stopped since. */
  let reading: symbol | null = null;
  let isPlannedSoon = false;
  let isVisible = true;
  let isOverdue = false;
  let failures = 0;
  let inSight: ReadonlySet<DevicePk> = new Set();
  let unsubscribe: (() => void) | undefined;

  const plan = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(now, ms);
  };
  const soon = () => {
    if (isPlannedSoon) return;
    isPlannedSoon = true;
    if (reading === null) plan(SOON_MS);
  };
  const now = () => {
    if (reading !== null) return soon();
    clearTimeout(timer);
    isPlannedSoon = false;
    isOverdue = !isVisible;
    if (isVisible) void readOnce();
  };
  const readOnce = async () => {
    const own = Symbol('read');
    reading = own;
    const isDone = await alerts.readOpen(read).then(
      () => true,
      () => false,
    );
    if (reading !== own) return;
    reading = null;
    failures = isDone ? 0 : failures + 1;
    plan(isPlannedSoon ? SOON_MS : isDone ? READ_EVERY_MS : backOffDelay(RETRY, failures));
  };

  /** A snapshot replaces all devices, mostly by the same ones. */
  const hasOtherDevices = (): boolean => {
    const before = inSight;
    inSight = new Set([...store.all()].map(({ pk }) => pk));
    return inSight.size !== before.size || [...inSight].some((pk) => !before.has(pk));
  };

  return {
    now,
    setVisible(next) {
      isVisible = next;
      if (isVisible && isOverdue) now();
    },
    start() {
      // The first alerts are read when the page has subscribed.
      unsubscribe = store.subscribe(({ membership }) => {
        if (membership && hasOtherDevices() && alerts.isKnown()) soon();
      });
    },
    stop() {
      clearTimeout(timer);
      unsubscribe?.();
      reading = null;
      isPlannedSoon = false;
      isOverdue = false;
    },
  };
}
