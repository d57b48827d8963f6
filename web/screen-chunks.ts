import type { Rolldown } from 'vite';

type ImportsOf = (module: string) => readonly string[];

const isLibrary = (module: string): boolean => module.includes('/node_modules/');

/** All modules of the project that the roots need to be evaluated. */
function requiredBy(roots: readonly string[], importsOf: ImportsOf): ReadonlySet<string> {
  const required = new Set<string>();
  const visit = (module: string): void => {
    if (required.has(module) || isLibrary(module)) return;
    required.add(module);
    for (const imported of importsOf(module)) visit(imported);
  };
  for (const root of roots) visit(root);
  return required;
}

interface Screen {
  readonly name: string;
  readonly root: string;
}

/**
 * Puts what a screen needs of the project into one chunk, and what several of them need into one chunk for each
 * combination. Left to itself the bundler makes a chunk of each set of modules that the same pages share: dozens of
 * requests before the first paint. Everything that such a chunk imports is needed by the same screens, so that no two
 * of them import one another.
 * @param waves what screens of a wave need of an earlier one is in the chunks of that: it is loaded by then
 */
export function screenChunks(waves: readonly (readonly Screen[])[]): Rolldown.CodeSplittingNameFunction {
  let sets: readonly (readonly { name: string; modules: ReadonlySet<string> }[])[] | null = null;
  return (module, graph) => {
    sets ??= waves.map((screens) =>
      screens.map(({ name, root }) => ({
        name,
        modules: requiredBy([root], (id) => graph.getModuleInfo(id)?.importedIds ?? []),
      })),
    );
    for (const wave of sets) {
      const needing = wave.filter(({ modules }) => modules.has(module)).map(({ name }) => name);
      if (needing.length > 0) return needing.join('-');
    }
    return null;
  };
}

/**
 * Puts the pages that areas load, and what nothing but these pages needs, into one chunk for each group: the pages of a
 * group are small, and share most of their controls.
 * @param others roots of what is loaded elsewhere
 */
export function pageGroupChunks(
  groups: readonly { name: string; areas: readonly string[] }[],
  others: readonly string[],
): Rolldown.CodeSplittingNameFunction {
  let sets: readonly { name: string | null; modules: ReadonlySet<string> }[] | null = null;
  return (module, graph) => {
    const importsOf: ImportsOf = (id) => graph.getModuleInfo(id)?.importedIds ?? [];
    sets ??= [
      ...groups.map(({ name, areas }) => ({
        name,
        modules: requiredBy(
          areas.flatMap((area) => graph.getModuleInfo(area)?.dynamicallyImportedIds ?? []),
          importsOf,
        ),
      })),
      { name: null, modules: requiredBy(others, importsOf) },
    ];
    const needing = sets.filter(({ modules }) => modules.has(module));
    return needing.length === 1 ? (needing[0]?.name ?? null) : null;
  };
}
