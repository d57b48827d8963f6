import { hash, fraction, pick } from './random.ts';
import { models, type Model } from './models.ts';
import { sites, type Site } from './sites.ts';

/** One simulated machine as it always is: all of it follows from the fleet's seed and its index. */
export interface Profile {
  readonly index: number;
  /** Random for this machine, the same in every run. */
  readonly key: number;
  readonly name: string;
  readonly model: Model;
  readonly site: Site;
  readonly mac: string;
  readonly network: number;
  readonly host: number;
}

/** Machines on one network: small enough that each has neighbours which can wake it. */
const NETWORK_SIZE = 40;

/** What each draw is for; a draw of one kind does not move the others. */
export const draw = {
  model: 1,
  site: 2,
  os: 3,
  bios: 4,
  processor: 5,
  memory: 6,
  disk: 7,
  fill: 8,
  boot: 9,
  place: 10,
  version: 11,
  look: 12,
} as const;

export function profileOf(seed: number, index: number): Profile {
  const key = hash(seed, index);
  const model = modelOf(fraction(key, draw.model) * 100);
  const network = Math.floor(index / NETWORK_SIZE);
  const site = pick(sites, hash(seed, network), draw.site);
  const serial = String(index + 1).padStart(5, '0');
  return {
    index,
    key,
    name: `${site.city}-${model.label}-${serial}`,
    model,
    site,
    mac: `${model.oui}:${bytesOf(hash(seed, draw.place) % 256, index)}`,
    network,
    host: (index % NETWORK_SIZE) + 10,
  };
}

function modelOf(percent: number): Model {
  let sum = 0;
  return models.find(({ share }) => percent < (sum += share)) ?? models[0];
}

/** A byte of the fleet and two of the machine: different in one fleet, and likely so in two. */
const bytesOf = (fleet: number, index: number): string =>
  [fleet, (index >> 8) & 255, index & 255].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');

export const addressOf = ({ network, host }: Pick<Profile, 'network' | 'host'>): string =>
  `10.${(network >> 8) & 255}.${network & 255}.${host}`;
