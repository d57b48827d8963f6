import { DEFAULT_TIME_ZONE_ID } from '../contract/user-defaults.ts';

export interface TimeZone {
  readonly id: number;
  /** IANA name. */
  readonly name: string;
  /** Minutes east of Greenwich, without summer time. */
  readonly offset: number;
}

/** In the order of their ids, which begin at 1; 32 is Seoul, the choice of sign-up (spec 1 §3). */
const table: readonly (readonly [name: string, offset: number])[] = [
  ['Pacific/Pago_Pago', -660],
  ['Pacific/Honolulu', -600],
  ['America/Anchorage', -540],
  ['America/Los_Angeles', -480],
  ['America/Denver', -420],
  ['America/Chicago', -360],
  ['America/Mexico_City', -360],
  ['America/New_York', -300],
  ['America/Bogota', -300],
  ['America/Halifax', -240],
  ['America/Santiago', -240],
  ['America/St_Johns', -210],
  ['America/Sao_Paulo', -180],
  ['America/Argentina/Buenos_Aires', -180],
  ['Atlantic/Azores', -60],
  ['UTC', 0],
  ['Europe/London', 0],
  ['Europe/Paris', 60],
  ['Africa/Lagos', 60],
  ['Europe/Athens', 120],
  ['Africa/Cairo', 120],
  ['Europe/Moscow', 180],
  ['Asia/Tehran', 210],
  ['Asia/Dubai', 240],
  ['Asia/Karachi', 300],
  ['Asia/Kolkata', 330],
  ['Asia/Kathmandu', 345],
  ['Asia/Dhaka', 360],
  ['Asia/Bangkok', 420],
  ['Asia/Shanghai', 480],
  ['Asia/Singapore', 480],
  ['Asia/Seoul', 540],
  ['Asia/Tokyo', 540],
  ['Australia/Darwin', 570],
  ['Australia/Brisbane', 600],
  ['Australia/Sydney', 600],
  ['Pacific/Guadalcanal', 660],
  ['Pacific/Noumea', 660],
  ['Pacific/Auckland', 720],
  ['Pacific/Fiji', 720],
  ['Pacific/Tongatapu', 780],
  ['Pacific/Kiritimati', 840],
];

export const timeZones: readonly TimeZone[] = table.map(([name, offset], index) => ({ id: index + 1, name, offset }));

const seoul: TimeZone = { id: DEFAULT_TIME_ZONE_ID, name: 'Asia/Seoul', offset: 540 };

export const timeZoneOf = (id: number): TimeZone => timeZones[id - 1] ?? seoul;
