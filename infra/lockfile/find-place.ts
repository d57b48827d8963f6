/**
 * Where a package of a lockfile finds another one, as Node looks for it: beside the package that asks, then in each
 * folder above.
 * @param from the place of the asking package, such as `node_modules/sharp`; '' for the root
 */
export function findPackagePlace(
  packages: Readonly<Record<string, unknown>>,
  from: string,
  name: string,
): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(place.lastIndexOf('node_modules/') - 1, 0))) {
    const candidate = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
    if (packages[candidate] !== undefined) return candidate;
    if (place === '') return undefined;
  }
}
