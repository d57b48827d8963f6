import type { ScreenLayout } from './device-models.ts';
import { profileOf, type DeviceProfile } from './device-profile.ts';

/** Devices of a fleet that belong into one group, and enrol with one token. */
export interface EnrolmentSite {
  /** By which the fleet finds the token of a device. */
  key: string;
  /** Names of the groups from the top. */
  path: string[];
  devices: number;
  /** 0: they wait for an administrator to approve them. */
  accepted: 0 | 1;
}

const rooms: { readonly [L in ScreenLayout]: string } = {
  desktop: 'Offices',
  server: 'Server room',
  phone: 'Field service',
  kiosk: 'Displays',
};

/** Region, city and part of the site. */
const pathOf = ({ location: { region, city }, model }: DeviceProfile): string[] => [
  region,
  `${city.slice(0, 1)}${city.slice(1).toLowerCase()}`,
  rooms[model.layout],
];

/** One device in so many waits for its approval. */
const WAITING_EVERY = 25;
const FIRST_WAITING = 7;
const acceptedOf = ({ index }: DeviceProfile): 0 | 1 => (index % WAITING_EVERY === FIRST_WAITING ? 0 : 1);

export const enrolmentSiteKeyOf = (profile: DeviceProfile): string =>
  `${pathOf(profile).join('/')}${acceptedOf(profile) === 1 ? '' : ' (waiting)'}`;

/** The groups that a fleet needs, each with its number of devices. */
export function enrolmentSitesOf(seed: number, count: number): EnrolmentSite[] {
  const profiles = Array.from({ length: count }, (_, index) => profileOf(seed, index));
  return [...Map.groupBy(profiles, enrolmentSiteKeyOf)].flatMap(([key, own]) => {
    const [first] = own;
    return first ? [{ key, path: pathOf(first), devices: own.length, accepted: acceptedOf(first) }] : [];
  });
}
