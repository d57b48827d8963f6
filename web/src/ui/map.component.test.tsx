import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { SingleLocationMap } from './map.tsx';

const note = 'The server cannot be reached.';
const open = (tilesUrl: string) =>
  render(
    <SingleLocationMap
      latitude={37.5}
      longitude={127}
      name="SEOUL-PC-1"
      label="Map around SEOUL-PC-1"
      tilesUrl={tilesUrl}
      attribution="© us"
      zoomLabels={{ in: 'Zoom in', out: 'Zoom out' }}
      unreachableNote={note}
      onTileError={() => undefined}
    />,
  );

test('a map is shown once its first tile is there', async () => {
  await open("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='256' height='256' id='t{z}{x}{y}'/>");
  await expect.element(page.getByRole('region', { name: 'Map around SEOUL-PC-1' })).toMatchTextContent(/SEOUL-PC-1/u);
  await expect.poll(() => document.querySelectorAll('img.leaflet-tile').length).toBeGreaterThan(0);
});

test('a server of tiles that cannot be reached is asked for one tile, and leaves no empty map', async () => {
  await open(`${location.origin}/no-tile-{z}-{x}-{y}.bin`);
  await expect.element(page.getByRole('status')).toHaveTextContent(note);
  await expect.element(page.getByRole('region')).not.toBeInTheDocument();
  expect(document.querySelectorAll('img.leaflet-tile')).toHaveLength(0);
});
