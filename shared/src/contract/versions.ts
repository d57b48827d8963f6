/** Whether one version is older than another; both are numbers with dots, and a part that is left out is 0. */
export function isOlderVersion(version: string, other: string): boolean {
  const [parts, otherParts] = [version, other].map((text) => text.split('.').map(Number));
  for (let i = 0; i < Math.max(parts?.length ?? 0, otherParts?.length ?? 0); i += 1) {
    const difference = (parts?.[i] ?? 0) - (otherParts?.[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
