import type { Plugin } from 'vite';

/** The chunks of a circle of imports, in their order; null without one. */
function findCycle(importsOf: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const finished = new Set<string>();
  const path: string[] = [];
  const visit = (chunk: string): readonly string[] | null => {
    if (finished.has(chunk)) return null;
    if (path.includes(chunk)) return path.slice(path.indexOf(chunk));
    path.push(chunk);
    for (const imported of importsOf.get(chunk) ?? []) {
      const cycle = visit(imported);
      if (cycle) return cycle;
    }
    path.pop();
    finished.add(chunk);
    return null;
  };
  for (const chunk of importsOf.keys()) {
    const cycle = visit(chunk);
    if (cycle) return cycle;
  }
  return null;
}

/**
 * Fails the build when chunks import one another in a circle. One of them is then evaluated before what it needs, and a
 * page that is loaded in another order than those tried stays empty.
 */
export const noChunkCycles = (): Plugin => ({
  name: 'no-chunk-cycles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    const cycle = findCycle(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
    if (cycle) this.error(`chunks import one another in a circle: ${cycle.join(', ')}`);
  },
});
