/** Whether one version is older than another; both are numbers with dots, and a part that is left out is 0. */
export function isOlderVersion(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => text.split('.').map(Number));
  for (let i = 0; i < Math.max(own?.length ?? 0, other?.length ?? 0); i += 1) {
    const difference = (own?.[i] ?? 0) - (other?.[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
