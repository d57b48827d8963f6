/** A way to every address: the interface, the gateway behind it ('' for none), and its rank, the lowest first. */
export interface DefaultRoute {
  readonly device: string;
  readonly gateway: string;
  readonly metric: number;
}

/** Flags of the kernel (`linux/route.h`): the route is usable; it refuses what it matches. */
const RTF_UP = 0x0001;
const RTF_REJECT = 0x0200;

const isUsable = (flags: string): boolean => {
  const bits = Number.parseInt(flags, 16);
  return (bits & RTF_UP) !== 0 && (bits & RTF_REJECT) === 0;
};

const byMetric = (a: DefaultRoute, b: DefaultRoute): number => a.metric - b.metric;

/**
 * The default routes of Linux (/proc/net/route), the preferred one first: destination and mask 0, the gateway in
 * hexadecimal and in host byte order. A tunnel that takes everything over has two routes of half the addresses each,
 * which are none.
 */
export function parseIPv4DefaultRoutes(text: string): DefaultRoute[] {
  const routes = text
    .split('\n')
    .slice(1)
    .flatMap((line): DefaultRoute[] => {
      const [device, destination, gateway, flags = '1', , , metric = '0', mask = '00000000'] = line
        .trim()
        .split(/\s+/u);
      const isDefault = destination === '00000000' && mask === '00000000';
      if (!device || device === '*' || gateway === undefined || !isDefault || !isUsable(flags)) return [];
      const bytes = gateway.match(/../g)?.map((hex) => Number.parseInt(hex, 16)) ?? [];
      const isNone = bytes.every((byte) => byte === 0);
      return [{ device, gateway: isNone ? '' : bytes.toReversed().join('.'), metric: Number(metric) }];
    });
  return routes.toSorted(byMetric);
}

const NO_ADDRESS = '0'.repeat(32);

/** The same of IPv6 (/proc/net/ipv6_route), whose metric is in hexadecimal. */
export function parseIPv6DefaultRoutes(text: string): DefaultRoute[] {
  const routes = text.split('\n').flatMap((line): DefaultRoute[] => {
    const [destination, prefix, , , gateway = '', metric = '', , , flags = '', device] = line.trim().split(/\s+/u);
    if (destination !== NO_ADDRESS || prefix !== '00' || !device || device === 'lo' || !isUsable(flags)) return [];
    return [{ device, gateway: gateway === NO_ADDRESS ? '' : shortIPv6(gateway), metric: Number.parseInt(metric, 16) }];
  });
  return routes.toSorted(byMetric);
}

/** 32 hexadecimal digits as people write them. */
function shortIPv6(digits: string): string {
  const groups = digits.match(/.{4}/g)?.join(':') ?? '';
  // The URL parser of the platform shortens an address as RFC 5952 says.
  return URL.canParse(`http://[${groups}]`) ? new URL(`http://[${groups}]`).hostname.slice(1, -1) : '';
}
