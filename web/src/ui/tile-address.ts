interface Location {
  latitude: number;
  longitude: number;
}

/** Beyond it the Mercator projection of map tiles has no rows. */
const MAX_LATITUDE = 85.0511;

/**
 * The address of the map tile that has a location, by the pattern of a tile server with `{z}`, `{x}`, `{y}` and perhaps
 * `{s}` in it.
 */
export function tileAddress(pattern: string, { latitude, longitude }: Location, zoom: number): string {
  const side = 2 ** zoom;
  const radians = (Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude)) * Math.PI) / 180;
  const x = ((longitude + 180) / 360) * side;
  const y = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * side;
  const tile = (at: number) => String(Math.min(side - 1, Math.max(0, Math.floor(at))));
  const parts: Record<string, string> = { z: String(zoom), x: tile(x), y: tile(y), s: 'a', r: '' };
  return pattern.replace(/\{(?<part>[zxysr])\}/gu, (_, part: string) => parts[part] ?? '');
}
