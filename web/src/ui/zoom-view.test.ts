import { expect, test } from 'vitest';
import { actualScale, fittedView, panBy, zoomTo } from './zoom-view.ts';

const box = { width: 500, height: 300 };
const limits = { box, actual: 1.28 };

test('the actual size follows from the side that fills the box', () => {
  expect(actualScale({ width: 1_000, height: 300 }, box)).toBe(2);
  expect(actualScale({ width: 500, height: 600 }, box)).toBe(2);
  expect(actualScale({ width: 250, height: 100 }, box)).toBe(0.5);
  expect(actualScale({ width: 0, height: 0 }, box)).toBe(1);
});

test('what is under the pointer stays there', () => {
  const at = { x: 100, y: 200 };
  const view = zoomTo(fittedView, 2, at, limits);
  expect(view).toEqual({ scale: 2, x: -100, y: -200 });
  const closer = zoomTo(view, 4, at, limits);
  // The same point of the image: (place - corner) / scale.
  expect((at.x - closer.x) / closer.scale).toBe((at.x - view.x) / view.scale);
});

test('no gap opens at an edge, and an image that is smaller than its box stands in the middle', () => {
  const view = zoomTo(fittedView, 2, { x: 0, y: 0 }, limits);
  expect(panBy(view, { x: 50, y: 50 }, box)).toEqual({ scale: 2, x: 0, y: 0 });
  expect(panBy(view, { x: -9_999, y: -100 }, box)).toEqual({ scale: 2, x: -500, y: -100 });
  expect(zoomTo(fittedView, 0.5, { x: 0, y: 0 }, { box, actual: 0.5 })).toEqual({ scale: 0.5, x: 125, y: 75 });
});

test('the zoom ends at the fitted or actual size, and at eight times', () => {
  expect(zoomTo(fittedView, 0.1, { x: 0, y: 0 }, limits).scale).toBe(1);
  expect(zoomTo(fittedView, 0.1, { x: 0, y: 0 }, { box, actual: 0.5 }).scale).toBe(0.5);
  expect(zoomTo(fittedView, 99, { x: 0, y: 0 }, limits).scale).toBe(8);
  expect(zoomTo(fittedView, 99, { x: 0, y: 0 }, { box, actual: 10 }).scale).toBe(20);
});
