import { frameIntervalLimitMs } from '@vigil/shared/contract/app-config-rules';
import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { agentSettingsOf } from '@vigil/shared/platform/fleet/agent-settings';
import { blurRegionsHash } from '@vigil/shared/platform/fleet/blur-regions-hash';
import type { FleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import type { LiveFleets } from '../fan-out/fleets.ts';

/** What the configuration of a device, and the policies of its company, say of its frames. */
export interface DeviceFrameSettings {
  /** Whether its screen may be captured: the company shows screens, and the configuration does not forbid it. */
  readonly mayCapture: boolean;
  /** The shortest time between two frames, in milliseconds; 0 = as often as viewers request. */
  readonly minInterval: number;
  /** What they do not show (`blurRegionsHash`), once the agent has applied this version of its settings. */
  readonly hiddenAreas: string;
  readonly version: number;
}

/** Reads the settings of devices; of each version of a fleet once, since frames are sent many times a second. */
export function createFrameSettingsReader(fleets: Pick<LiveFleets, 'known'>) {
  const cache = new WeakMap<FleetIndex, { version: number; byDevice: Map<DevicePk, DeviceFrameSettings> }>();
  return (company: CompanyPk, device: DevicePk): DeviceFrameSettings | undefined => {
    const index = fleets.known(company)?.index;
    if (!index) return undefined;
    let known = cache.get(index);
    if (known?.version !== index.version) {
      known = { version: index.version, byDevice: new Map() };
      cache.set(index, known);
    }
    const before = known.byDevice.get(device);
    if (before) return before;
    const settings = agentSettingsOf(index, device);
    if (!settings) return undefined;
    const found = {
      mayCapture: index.frames.pictures === 1 && settings.config['capture_never'] !== 1,
      minInterval: frameIntervalLimitMs(settings.img_refresh_interval),
      hiddenAreas: blurRegionsHash(settings.config),
      version: settings.version,
    };
    known.byDevice.set(device, found);
    return found;
  };
}
