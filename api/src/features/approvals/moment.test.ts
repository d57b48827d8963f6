import { expect, test } from 'vitest';
import { timeZones } from '@vigil/shared/domain/time-zones';
import { parseMoment } from './moment.ts';

const idOf = (name: string) => timeZones.find((zone) => zone.name === name)?.id ?? 0;

test.each([
  ['2026-11-21T09:00:00Z', 'Asia/Seoul', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21T18:00:00+09:00', 'UTC', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21 18:00', 'Asia/Seoul', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21 18:00:30', 'Asia/Seoul', '2026-11-21T09:00:30.000Z'],
  ['2026-11-21', 'Asia/Seoul', '2026-11-20T15:00:00.000Z'],
  ['2026-07-01 12:00', 'Europe/Paris', '2026-07-01T10:00:00.000Z'],
  ['2026-12-01 12:00', 'Europe/Paris', '2026-12-01T11:00:00.000Z'],
  ['2026-03-29 02:30', 'Europe/Paris', '2026-03-29T01:30:00.000Z'],
])('%s on a clock in %s', (text, zone, iso) => expect(parseMoment(text, idOf(zone))?.toISOString()).toBe(iso));

test.each(['2026-02-31 10:00', '2026-11-21 24:00', '2026-11-21 10:60', '21.11.2026', '0099-01-01', 'soon', ''])(
  '%j is no point in time',
  (text) => expect(parseMoment(text, 32)).toBeNull(),
);
