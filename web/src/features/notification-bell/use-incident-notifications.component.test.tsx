import { Incident } from '@vigil/shared/contract/http/incidents';
import { useSetAtom } from 'jotai';
import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { browserNotificationsAtom } from '../../entities/incident/browser-notifications.ts';
import { storageKey } from '../../lib/local-storage-keys.ts';
import { render } from '../../testing/render.tsx';
import { useIncidentNotifications } from './use-incident-notifications.ts';

const shown: FakeNotification[] = [];

class FakeNotification extends EventTarget {
  static readonly permission = 'granted';
  readonly title: string;
  readonly tag: string | undefined;
  constructor(title: string, { tag }: NotificationOptions = {}) {
    super();
    this.title = title;
    this.tag = tag;
    shown.push(this);
  }
  close(): void {}
}

beforeEach(() => {
  shown.length = 0;
  localStorage.removeItem(storageKey.toldIncidents);
  vi.stubGlobal('Notification', FakeNotification);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const incident = (pk: number, more: object = {}): Incident =>
  Incident.parse({
    pk,
    state: 0,
    cause: 'device',
    address: null,
    group_pk: null,
    alert_kind: null,
    device_pk: 7,
    name: `PC ${pk}`,
    device_count: 1,
    site_count: null,
    alert_kinds: [1],
    alert_count: 1,
    open_count: 1,
    unknown_count: 0,
    leading_alert: null,
    first_at: '2026-11-28T12:00:00.000Z',
    opened_at: '2026-11-28T12:00:00.000Z',
    acknowledged_at: null,
    acknowledged_by: '',
    note: '',
    escalations: [],
    resolved_at: null,
    ...more,
  });

function Tab({ list, isWanted = true }: { list: readonly Incident[]; isWanted?: boolean }) {
  const want = useSetAtom(browserNotificationsAtom);
  useLayoutEffect(() => want(isWanted), [want, isWanted]);
  useIncidentNotifications(list);
  return <output>{useLocation().pathname}</output>;
}

/** Two tabs of one browser. */
function Tabs({ list, isWanted = true }: { list: readonly Incident[]; isWanted?: boolean }) {
  return (
    <>
      <Tab list={list} isWanted={isWanted} />
      <Tab list={list} isWanted={isWanted} />
    </>
  );
}
/** The steps of what the server tells, one at each click. */
function Steps({ lists, isWanted }: { lists: readonly (readonly Incident[])[]; isWanted?: boolean }) {
  const [step, setStep] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setStep(step + 1)}>
        Next {step}
      </button>
      <Tabs list={lists[step] ?? []} {...(isWanted === undefined ? {} : { isWanted })} />
    </>
  );
}

const next = (step: number) => page.getByRole('button', { name: `Next ${step}` }).click();
/** All claims that were asked for before have been answered then. */
const settled = () => navigator.locks.request('vigil.told-incidents', () => undefined);

test('an incident that begins rings once in all tabs, also when it is open again, and a click leads to it', async () => {
  const [old, fresh] = [incident(1), incident(2)];
  const over = { ...fresh, resolved_at: '2026-11-28T12:05:00.000Z' };
  await render(<Steps lists={[[old], [fresh, old], [over, old], [fresh, old]]} />);
  await next(0);
  await expect.poll(() => shown.map(({ title }) => title)).toEqual(['PC 2: Disconnected']);
  await next(1);
  await next(2);
  await settled();
  expect(shown).toHaveLength(1);
  expect(shown[0]?.tag).toBe('incident-2');
  shown[0]?.dispatchEvent(new Event('click'));
  await expect.element(page.getByText('/en/incidents/2').first()).toBeVisible();
});

test('many at once are told as their number', async () => {
  await render(<Steps lists={[[], [1, 2, 3, 4].map((pk) => incident(pk))]} />);
  await next(0);
  await expect.poll(() => shown.map(({ title }) => title)).toEqual(['4 incidents began']);
});

/** Also in the minute in which they begin and end. */
const allDay = { from: '12:00', to: '11:59', week_days: [1, 2, 3, 4, 5, 6, 7] };

test.each([
  ['who does not want them', { isWanted: false, quiet: null }],
  ['in his quiet hours', { isWanted: true, quiet: allDay }],
])('nothing rings for a user %s', async (_who, { isWanted, quiet }) => {
  await render(<Steps lists={[[], [incident(2)]]} isWanted={isWanted} />, { profile: { quiet_hours: quiet } });
  await next(0);
  await expect.element(page.getByRole('button', { name: 'Next 1' })).toBeVisible();
  await settled();
  expect(shown).toEqual([]);
});
