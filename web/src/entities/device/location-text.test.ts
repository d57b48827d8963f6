import { expect, test } from 'vitest';
import { locationOfText, locationText } from './location-text.ts';

test('a location is read as it is written', () => {
  const seoul = { latitude: 37.57, longitude: -126.98 };
  expect(locationOfText(locationText(seoul))).toEqual(seoul);
  expect(locationOfText(' 37.57 -126.98 ')).toEqual(seoul);
  expect(locationText({ latitude: null, longitude: null })).toBe('');
  expect(locationOfText(' ')).toBeNull();
});

test.each(['here', '37.57', '91, 0', '0, 181', '1, 2, 3', '37.57,'])('%s is no location', (text) => {
  expect(locationOfText(text)).toBeUndefined();
});
