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
