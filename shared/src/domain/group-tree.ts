/** Groups and their ancestors, which a tree must show so that the groups can be reached (spec 2 §2, side tree). */
export function withAncestors<Pk extends number>(
  groups: ReadonlySet<Pk>,
  parents: ReadonlyMap<Pk, Pk | null>,
): Set<Pk> {
  const shown = new Set<Pk>();
  for (const group of groups) {
    for (let pk: Pk | null | undefined = group; pk != null && !shown.has(pk); pk = parents.get(pk)) shown.add(pk);
  }
  return shown;
}

/** Whether `group` is `ancestor` or one of its descendants. */
export function isGroupWithin<Pk extends number>(
  group: Pk,
  ancestor: Pk,
  parentOf: (group: Pk) => Pk | null | undefined,
): boolean {
  for (let pk: Pk | null | undefined = group; pk != null; pk = parentOf(pk)) if (pk === ancestor) return true;
  return false;
}
