import type { Rolldown } from 'vite';

type ImportsOf = (module: string) => readonly string[];

/** All modules of the project that `root` needs to be evaluated. */
function requiredBy(root: string, importsOf: ImportsOf): ReadonlySet<string> {
  const required = new Set<string>();
  const visit = (module: string): void => {
    if (required.has(module) || module.includes('/node_modules/')) return;
    required.add(module);
    for (const imported of importsOf(module)) visit(imported);
  };
  visit(root);
  return required;
}

/**
 * Puts what a screen needs of the project into one chunk, and what several of them need into one chunk for each combination. Left
 * to itself the bundler makes a chunk of each set of modules that the same pages share: dozens of requests before the first paint.
 * Everything that such a chunk imports is needed by the same screens, so that no two of them import one another.
 */
export function screenChunks(screens: readonly { name: string; root: string }[]): Rolldown.CodeSplittingNameFunction {
  let sets: readonly { name: string; modules: ReadonlySet<string> }[] | null = null;
  return (module, graph) => {
    sets ??= screens.map(({ name, root }) => ({
      name,
      modules: requiredBy(root, (id) => graph.getModuleInfo(id)?.importedIds ?? []),
    }));
    const needing = sets.filter(({ modules }) => modules.has(module)).map(({ name }) => name);
    return needing.length === 0 ? null : needing.join('-');
  };
}
