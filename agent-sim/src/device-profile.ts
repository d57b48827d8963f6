import { deviceModels, type DeviceModel } from './device-models.ts';
import { hashOfPair, hashFraction } from './random.ts';

/** Where simulated devices are. `zone` is an IANA name, `utcHours` its standard offset. */
interface Location {
  city: string;
  region: string;
  zone: string;
  utcHours: number;
  latitude: number;
  longitude: number;
}

const locations: readonly [Location, ...Location[]] = [
  { city: 'SEOUL', region: 'Asia', zone: 'Asia/Seoul', utcHours: 9, latitude: 37.57, longitude: 126.98 },
  { city: 'BUSAN', region: 'Asia', zone: 'Asia/Seoul', utcHours: 9, latitude: 35.18, longitude: 129.08 },
  { city: 'TOKYO', region: 'Asia', zone: 'Asia/Tokyo', utcHours: 9, latitude: 35.68, longitude: 139.69 },
  { city: 'OSAKA', region: 'Asia', zone: 'Asia/Tokyo', utcHours: 9, latitude: 34.69, longitude: 135.5 },
  { city: 'SINGAPORE', region: 'Asia', zone: 'Asia/Singapore', utcHours: 8, latitude: 1.35, longitude: 103.82 },
  { city: 'BERLIN', region: 'Europe', zone: 'Europe/Berlin', utcHours: 1, latitude: 52.52, longitude: 13.41 },
  { city: 'LONDON', region: 'Europe', zone: 'Europe/London', utcHours: 0, latitude: 51.51, longitude: -0.13 },
  { city: 'AUSTIN', region: 'Americas', zone: 'America/Chicago', utcHours: -6, latitude: 30.27, longitude: -97.74 },
];

/** The fixed properties of one simulated device; all of them follow from the fleet's seed and the device's index. */
export interface DeviceProfile {
  readonly index: number;
  /** A random number of this device, the same in every run. */
  readonly key: number;
  readonly name: string;
  readonly model: DeviceModel;
  readonly location: Location;
  readonly mac: string;
  readonly network: number;
  readonly host: number;
}

/** Devices on one network, which is at one place: enough that each has neighbours which can wake it. */
const NETWORK_SIZE = 10;

/** The second input of the hash for each random property, so that they are independent of one another. */
export const propertySeeds = {
  model: 1,
  location: 2,
  os: 3,
  bios: 4,
  processor: 5,
  memory: 6,
  disk: 7,
  fill: 8,
  boot: 9,
  place: 10,
  version: 11,
  theme: 12,
  work: 13,
} as const;

export function profileOf(seed: number, index: number): DeviceProfile {
  const key = hashOfPair(seed, index);
  const model = modelOf(hashFraction(key, propertySeeds.model) * 100);
  const network = Math.floor(index / NETWORK_SIZE);
  // In turn, so that a small fleet stands at several places, too.
  const location = locations[(hashOfPair(seed, propertySeeds.location) + network) % locations.length] ?? locations[0];
  const serial = String(index + 1).padStart(5, '0');
  return {
    index,
    key,
    name: `${location.city}-${model.label}-${serial}`,
    model,
    location,
    mac: `${model.oui}:${bytesOf(hashOfPair(seed, propertySeeds.place) % 256, index)}`,
    network,
    host: (index % NETWORK_SIZE) + 10,
  };
}

function modelOf(percent: number): DeviceModel {
  let sum = 0;
  return deviceModels.find(({ share }) => percent < (sum += share)) ?? deviceModels[0];
}

/** One byte of the fleet and two of the device: unique in a fleet, and probably across two. */
const bytesOf = (fleet: number, index: number): string =>
  [fleet, (index >> 8) & 255, index & 255].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');

export const privateAddressOf = ({ network, host }: Pick<DeviceProfile, 'network' | 'host'>): string =>
  `10.${(network >> 8) & 255}.${network & 255}.${host}`;
