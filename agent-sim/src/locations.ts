/** Where simulated devices are. `zone` is an IANA name, `utcHours` its standard offset. */
export interface Location {
  city: string;
  region: string;
  zone: string;
  utcHours: number;
  latitude: number;
  longitude: number;
}

export const locations: readonly [Location, ...Location[]] = [
  { city: 'SEOUL', region: 'Asia', zone: 'Asia/Seoul', utcHours: 9, latitude: 37.57, longitude: 126.98 },
  { city: 'BUSAN', region: 'Asia', zone: 'Asia/Seoul', utcHours: 9, latitude: 35.18, longitude: 129.08 },
  { city: 'TOKYO', region: 'Asia', zone: 'Asia/Tokyo', utcHours: 9, latitude: 35.68, longitude: 139.69 },
  { city: 'OSAKA', region: 'Asia', zone: 'Asia/Tokyo', utcHours: 9, latitude: 34.69, longitude: 135.5 },
  { city: 'SINGAPORE', region: 'Asia', zone: 'Asia/Singapore', utcHours: 8, latitude: 1.35, longitude: 103.82 },
  { city: 'BERLIN', region: 'Europe', zone: 'Europe/Berlin', utcHours: 1, latitude: 52.52, longitude: 13.41 },
  { city: 'LONDON', region: 'Europe', zone: 'Europe/London', utcHours: 0, latitude: 51.51, longitude: -0.13 },
  { city: 'AUSTIN', region: 'Americas', zone: 'America/Chicago', utcHours: -6, latitude: 30.27, longitude: -97.74 },
];
