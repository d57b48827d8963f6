import { expect, test } from 'vitest';
import { tileAddress } from './tile-address.ts';

const pattern = 'https://tiles.test/{z}/{x}/{y}.png';

test('the tile of a location is named by its column and row', () => {
  // https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames: the tile at zoom 13 that has the tower of Seoul.
  expect(tileAddress(pattern, { latitude: 37.5512, longitude: 126.9882 }, 13)).toBe(
    'https://tiles.test/13/6985/3172.png',
  );
  expect(tileAddress(pattern, { latitude: 0, longitude: 0 }, 1)).toBe('https://tiles.test/1/1/1.png');
});

test('a location at the edge of the world has a tile, too', () => {
  expect(tileAddress(pattern, { latitude: 90, longitude: 180 }, 2)).toBe('https://tiles.test/2/3/0.png');
  expect(tileAddress(pattern, { latitude: -90, longitude: -180 }, 2)).toBe('https://tiles.test/2/0/3.png');
});

test('one of the hosts of a server is asked', () => {
  expect(tileAddress('https://{s}.tiles.test/{z}', { latitude: 0, longitude: 0 }, 3)).toBe('https://a.tiles.test/3');
});
