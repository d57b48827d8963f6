/** Where simulated devices are. `zone` is an IANA name, `utcHours` its standard offset. */
export interface Location {
  city: string;
  zone: string;
  utcHours: number;
  latitude: number;
  longitude: number;
}

export const locations: readonly [Location, ...Location[]] = [
  { city: 'SEOUL', zone: 'Asia/Seoul', utcHours: 9, latitude: 37.57, longitude: 126.98 },
  { city: 'BUSAN', zone: 'Asia/Seoul', utcHours: 9, latitude: 35.18, longitude: 129.08 },
  { city: 'TOKYO', zone: 'Asia/Tokyo', utcHours: 9, latitude: 35.68, longitude: 139.69 },
  { city: 'OSAKA', zone: 'Asia/Tokyo', utcHours: 9, latitude: 34.69, longitude: 135.5 },
  { city: 'SINGAPORE', zone: 'Asia/Singapore', utcHours: 8, latitude: 1.35, longitude: 103.82 },
  { city: 'BERLIN', zone: 'Europe/Berlin', utcHours: 1, latitude: 52.52, longitude: 13.41 },
  { city: 'LONDON', zone: 'Europe/London', utcHours: 0, latitude: 51.51, longitude: -0.13 },
  { city: 'AUSTIN', zone: 'America/Chicago', utcHours: -6, latitude: 30.27, longitude: -97.74 },
];
