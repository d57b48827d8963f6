import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { createFrameSealer } from '@vigil/shared/platform/frame-sealing';
import { every } from '@vigil/shared/platform/lifecycle';
import { loadBrowserFleet, type GatewayContext } from '../core.ts';
import { agentEvents, browserEvents } from '../sockets/sockets.ts';
import { createCaptureDemands } from './agent-captures.ts';
import { createCaptureRequestPublisher } from './browser-captures.ts';
import { mergeBrowserRequests } from './capture-request.ts';
import { createFrameBudgetReports } from './frame-budget-reports.ts';
import { createFrameSlowdownCalculator } from './frame-budget.ts';
import { createFrameExchange } from './frame-exchange.ts';
import { createFrameMetrics } from './frame-metrics.ts';
import { createFrameResizer } from './frame-resizer.ts';
import { createFrameSettingsReader } from './frame-settings.ts';
import { createBrowserFrameSender } from './frame-viewers.ts';
import { findAnsweredRequest } from './frame-widths.ts';

const CAPTURE_RENEW_MS = 5_000;
const BUDGET_INTERVAL_MS = 2_000;
const MEGABYTE = 1_000_000;
const KILOBYTE = 1_000;

const steadyNow = (): number => performance.now();

/** Asks agents for the frames that browsers watch, and brings them there, from whichever gateway. */
export function relayFrames(core: GatewayContext): Disposable {
  const { config, deps, hooks, agents, access, presence } = core;
  const stack = new DisposableStack();
  const companyLimit = (company: CompanyPk): number => {
    const ofServer = config.FRAME_MB_PER_COMPANY * MEGABYTE;
    const kilobytes = core.fleets.known(company)?.index.frames.picture_budget ?? null;
    return kilobytes === null ? ofServer : Math.min(ofServer, kilobytes * KILOBYTE);
  };
  const budget = createFrameSlowdownCalculator({
    browser: config.FRAME_MB_PER_BROWSER * MEGABYTE,
    company: companyLimit,
    gateway: config.FRAME_MB_PER_GATEWAY * MEGABYTE,
  });
  const metrics = createFrameMetrics(deps);
  const settingsOf = createFrameSettingsReader(core.fleets);
  const viewers = stack.use(
    createBrowserFrameSender({
      maySee: access.canSeeFrames,
      settingsOf,
      budget,
      metrics,
      steadyNow,
      onRemoved: (socket) => trafficReports.forget(socket),
    }),
  );
  const seal = createFrameSealer(core.keyRing.frame, deps.now);
  if (!seal)
    deps.log.warn(
      'no last frames are stored: the key ring has no frame key; "npm run admin -- keys --complete" adds one',
    );
  const exchange = createFrameExchange(deps, {
    viewers,
    metrics,
    ownId: presence.id,
    seal,
    storageOf(company, device) {
      const index = core.fleets.known(company)?.index;
      const settings = settingsOf(company, device);
      if (!index || !settings?.mayCapture || index.frames.picture_retention === 0) return null;
      return { version: index.version, hiddenAreas: settings.hiddenAreas };
    },
    hiddenAreasIn(company, device) {
      const settings = settingsOf(company, device);
      if (!settings || settings.hiddenAreas === '') return settings?.hiddenAreas ?? null;
      return agents.get(device)?.data.appliedVersion === settings.version ? settings.hiddenAreas : null;
    },
    largestWidth: (device) => captures.of(device).width,
    steadyNow,
  });
  const requests = stack.use(createCaptureRequestPublisher(deps, presence.id, viewers.slowdownOf));
  const captures = stack.use(
    createCaptureDemands(deps, {
      isShown(device) {
        const company = agents.get(device)?.data.company;
        if (company === undefined || !core.showsDetails(device)) return false;
        return settingsOf(company, device)?.mayCapture ?? false;
      },
      onChange(device, demand) {
        if (!demand.on) exchange.release(device);
        agents.get(device)?.emit('capture', demand);
      },
    }),
  );
  const resizer = createFrameResizer(
    (frame) => {
      const { device_pk: device } = frame.header;
      const company = agents.get(device)?.data.company;
      if (company !== undefined) exchange.deliver(company, frame, captures.gatewaysFor(device, frame.widths));
    },
    {
      onUnreadable({ header: { device_pk: device }, widths }, cause) {
        deps.log.debug({ device, err: cause }, 'frame not readable');
        // An earlier frame may have been delivered since it arrived; `thumbnail_same` refers to this one.
        exchange.release(device, widths);
      },
      onDropped: () => metrics.dropped('resizing'),
    },
  );
  /** The frames of a device that are known here are not those that it sent last, or not to be used any more. */
  const releaseFrames = (device: DevicePk): void => {
    resizer.release(device);
    exchange.release(device);
  };
  stack.use(
    every(CAPTURE_RENEW_MS, deps.log, () => {
      requests.renew();
      captures.expire();
    }),
  );
  const trafficReports = createFrameBudgetReports(viewers, companyLimit);
  stack.use(
    every(BUDGET_INTERVAL_MS, deps.log, () => {
      const rates = budget.update(BUDGET_INTERVAL_MS / 1_000);
      trafficReports.tell(rates);
      metrics.used(rates);
    }),
  );
  deps.metrics.gauge(
    'vigil_frame_slowdown',
    'Largest factor by which frame intervals are longer than requested',
    () => budget.slowdown,
  );
  deps.metrics.gauge('vigil_frames_waiting_to_be_resized', 'Frames that wait to be resized', () => resizer.queued);
  hooks.identity.add(exchange.listenAs);

  hooks.agentConnected.add(({ socket, on }) => {
    const { company, device } = socket.data;
    on(
      agentEvents.up.thumbnail,
      ({ for_width, ...header }, bytes) => {
        const answered = findAnsweredRequest(captures.of(device), for_width);
        // The demand may have changed while the frame was on its way.
        if (!answered) return;
        const { request, widths } = answered;
        // Until it is delivered, there is no frame that `thumbnail_same` could refer to.
        exchange.release(device, widths);
        // The gateway's clock: an agent's clock may be minutes off, and browsers compute the age of a frame from this.
        resizer.take({ header: { ...header, device_pk: device, at: deps.now() }, bytes, widths }, request);
      },
      // The agent is told of some drops only: its next `thumbnail_same` may refer to a frame that was dropped.
      () => releaseFrames(device),
    );
    on(agentEvents.up.thumbnailSame, ({ for_widths }) => {
      const demand = captures.of(device);
      const widths = (demand.requests ?? []).flatMap(({ width }) =>
        (for_widths?.includes(width) ?? true) && !resizer.isBusyWith(device, width) ? [width] : [],
      );
      const areKnown = exchange.confirm(company, { device, at: deps.now(), widths }, (range) =>
        captures.gatewaysFor(device, range),
      );
      // A demand is answered with frames first.
      if (!areKnown) socket.emit('capture', demand);
    });
    captures.listen(company, () => agents.devicesOf(company));
    const demand = captures.of(device);
    if (demand.on) socket.emit('capture', demand);
  });
  hooks.settingsApplied.add(({ data: { company, device } }) => {
    // What it hides is known from the next frame on: that of an unchanged screen is demanded again.
    if (settingsOf(company, device)?.hiddenAreas !== '') releaseFrames(device);
  });
  hooks.agentDisconnected.add(({ data: { device } }) => {
    captures.forget(device);
    exchange.forget(device);
  });

  /** @param pks of the devices whose settings may be other ones; by default all of the company */
  const onSettings = (company: CompanyPk, pks?: readonly DevicePk[]): void => {
    for (const device of pks ?? agents.devicesOf(company)) captures.update(device);
    for (const device of pks ?? viewers.devicesIn(company)) {
      const isForbidden = settingsOf(company, device)?.mayCapture === false;
      if (isForbidden && viewers.forget(device)) hooks.captureForbidden(company, device);
    }
  };
  hooks.applied.add(({ company }, message) => {
    if (message.t === 'device_changed') onSettings(company, [message.device_pk]);
    else if (message.t === 'devices_changed' || message.t === 'devices_moved') onSettings(company, message.pks);
    else if (message.t === 'settings_changed' || message.t === 'group_changed') onSettings(company);
  });
  hooks.loaded.add(({ company }) => onSettings(company));

  hooks.browserConnected.add(({ socket, on }) => {
    // Replaces the frames that this browser requests. Devices that the user may not see are listed as `refused`.
    on(browserEvents.up.watchThumbnails, async (wanted) => {
      await loadBrowserFleet(core, socket);
      const { requests: wantedFrames, formats = [] } = 'requests' in wanted ? wanted : { requests: [wanted] };
      const format = formats.includes(config.FRAME_FORMAT) ? config.FRAME_FORMAT : 'jpg';
      const watched = mergeBrowserRequests(wantedFrames, format);
      if (watched.size > 0 && !access.canWatchFrames(socket)) throw new Problem('not_allowed');
      const refused = [...watched.keys()].filter((device) => !access.canSee(socket, device));
      for (const device of refused) watched.delete(device);
      viewers.set(socket, watched);
      requests.set(socket.data.session.company, socket.id, watched);
      // This browser may have missed that they were forbidden, and still show what it had.
      const forbidden = [...watched.keys()].filter(
        (pk) => settingsOf(socket.data.session.company, pk)?.mayCapture === false,
      );
      if (forbidden.length > 0) socket.emit('frame_formats', { rows: [], forbidden });
      return { ok: true, refused };
    });
  });
  hooks.browserStopped.add((socket) => {
    viewers.remove(socket);
    requests.remove(socket.data.session.company, socket.id);
  });
  hooks.accessChanged.add((socket) => {
    for (const device of viewers.devicesOf(socket)) {
      if (access.canSeeFrames(socket, device)) continue;
      viewers.drop(socket, device);
      requests.drop(socket.data.session.company, socket.id, device);
    }
  });

  hooks.release.add((needed) => captures.releaseUnneeded(needed.agents));
  core.count('agentCaptures', () => captures.size);
  core.count('browserCaptures', () => requests.size);
  core.count('watchedFrames', () => requests.watched);
  core.count('frames', () => exchange.size);
  core.count('viewers', () => viewers.size + budget.size);
  return stack;
}
