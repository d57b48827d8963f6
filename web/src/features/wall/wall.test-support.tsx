import type { Group } from '@vigil/shared/contract/group';
import type { Incident } from '@vigil/shared/contract/http/incidents';
import type { MaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import type { Profile } from '@vigil/shared/contract/http/profile';
import type { WallView } from '@vigil/shared/contract/http/wall-views';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Route, Routes, useLocation } from 'react-router-dom';
import { page } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import { createOpenAlertStore } from '../../live/alerts.ts';
import type { ConnectionStatus } from '../../live/connection-state.ts';
import type { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { createLiveFrames } from '../../live/frames.ts';
import type { LiveData } from '../../live/live-data.ts';
import { createPageAttention } from '../../live/page-attention.ts';
import { render } from '../../testing/render.tsx';
import { WallPage } from './wall-page.tsx';

export const tiles = page.getByRole('list', { name: 'Devices' }).getByRole('heading');
export const tileNames = () => tiles.elements().map((one) => one.textContent.replace('Alert', ''));
export const address = page.getByLabelText('address');
export const addressText = () => address.element().textContent;

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{decodeURIComponent(`${pathname}${search}`)}</output>;
}

interface Wall {
  /** The address after the language. */
  at?: string;
  devices: readonly ReturnType<typeof fakeDevice>[];
  /** The keys of the devices with an open alert. */
  alerting?: readonly number[];
  incidents?: readonly Incident[];
  maintenance?: readonly MaintenanceWindow[];
  groups?: readonly Group[];
  views?: readonly WallView[];
  /** Whether the server fails at first. */
  isBroken?: boolean;
  profile?: Partial<Profile>;
}

/** A wall of 1280 × 800, before a server that keeps views. */
export async function openWall({
  at = '/wall/all',
  devices,
  alerting = [],
  incidents = [],
  maintenance = [],
  groups = [],
  views = [],
  isBroken = false,
  profile,
}: Wall) {
  await page.viewport(1_280, 800);
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  store.replace(devices, 0);
  const alerts = createOpenAlertStore();
  await alerts.readOpen(async () => alerting.map((pk) => ({ pk, device_pk: pk as DevicePk })) as never);
  let link: ConnectionStatus = { kind: 'live', reason: 'subscribed', latencyMs: 3 };
  const listeners = new Set<() => void>();
  const state = { get: () => link, subscribe: (listener: () => void) => listeners.add(listener) && (() => undefined) };
  const frames = createLiveFrames({ watch: async () => null, isConnected: () => true, now: Date.now });
  const withoutFocus = Object.assign(new EventTarget(), {
    hasFocus: () => false,
    visibilityState: 'visible' as const,
  });
  const attention = createPageAttention(withoutFocus, window);
  const server = keepViews(views, isBroken);
  const call = async ({ method, path }: { method: string; path: string }, request: Request = {}) => {
    if (server.isBroken) throw new Error('unavailable');
    if (path.startsWith('/wall_views')) return { objects: server.answer(method, request) };
    if (path === '/incidents') return { objects: incidents };
    if (path === '/maintenance-windows') return { objects: maintenance };
    return { objects: path === '/device-groups' ? groups : [] };
  };
  await render(
    <Routes>
      <Route
        path="wall/:groupPk?"
        element={
          <div style={{ height: '100vh' }}>
            <WallPage />
            <Address />
          </div>
        }
      />
      <Route path="*" element={<Address />} />
    </Routes>,
    {
      at,
      api: { call: call as unknown as Api['call'] },
      profile: { auth_thumbnailview: 1, ...profile },
      fleet: { store, alerts, frames, attention, connection: { state } } as unknown as Partial<LiveData>,
    },
  );
  const setLink = (next: ConnectionStatus) => {
    link = next;
    for (const listener of listeners) listener();
  };
  return { setLink, server, alerts, store, attention };
}

interface Request {
  params?: { pk: string };
  body?: Partial<WallView>;
}

/** The part of the server that keeps wall views. */
function keepViews(initial: readonly WallView[], isBroken: boolean) {
  let views = [...initial];
  const requests: { method: string; body: unknown }[] = [];
  const changes: Record<string, (request: Request) => readonly unknown[]> = {
    GET: () => views,
    POST: ({ body }) => {
      const added = { ...sampleWallView(90 + views.length, 'new'), ...body };
      views = [...views, added];
      return [added];
    },
    PUT: ({ params, body }) => {
      views = views.map((one) => (String(one.pk) === params?.pk ? { ...one, ...body } : one));
      return views.filter(({ pk }) => String(pk) === params?.pk);
    },
    DELETE: ({ params }) => {
      views = views.filter(({ pk }) => String(pk) !== params?.pk);
      return [Number(params?.pk)];
    },
  };
  return {
    /** Each call fails. */
    isBroken,
    /** The changes that were asked for. */
    requests,
    answer: (method: string, request: Request) => {
      if (method !== 'GET') requests.push({ method, body: request.body });
      return changes[method]?.(request) ?? [];
    },
  };
}

/** A view of the viewer, unless it says otherwise. */
export const sampleWallView = (
  pk: number,
  name: string,
  change: Partial<Record<keyof WallView, unknown>> = {},
): WallView =>
  ({
    pk,
    name,
    group_pks: null,
    layout: {},
    thresholds: {},
    owner: { pk: 1, name: 'Kim' },
    editable: 1,
    updated_at: '2026-11-26T00:00:00.000Z',
    ...change,
  }) as WallView;
