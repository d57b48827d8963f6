interface Location {
  readonly latitude: number;
  readonly longitude: number;
}

/** `37.57, 126.98`; empty for a device without a location. */
export const locationText = ({
  latitude,
  longitude,
}: {
  readonly latitude: number | null;
  readonly longitude: number | null;
}): string => (latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`);

/** The location of a typed text: null for an empty one, undefined for one that names no place. */
export function locationOfText(text: string): Location | null | undefined {
  if (text.trim() === '') return null;
  const [, first = '', second = ''] = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/u.exec(text) ?? [];
  const [latitude, longitude] = [Number.parseFloat(first), Number.parseFloat(second)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}
