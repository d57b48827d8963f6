import type { Plugin } from 'esbuild';
import { fromRoot } from '../local/runtime.ts';

const NAMESPACE = 'launcher';

// A start that takes longer than this goes on at full speed.
const LONGEST_START_MS = 5_000;

/**
 * The first file of a program. While the program starts, V8 collects early and keeps its heap compact: otherwise the
 * heap grows to twice of what is needed, and an idle process never gives that back. Once it has started, V8 goes for
 * speed again, since `--optimize-for-size` for good costs a gateway almost half of its throughput. What stays compact
 * has no launcher (`COMPACT_HEAP_NODE_FLAGS`).
 *
 * A process that exits while the baseline compiler works in the background can hang for ever (nodejs/node, issue
 * 54918), so that compiler stays in the foreground.
 */
const launcherOf = (source: string): string => `
  import { setFlagsFromString } from 'node:v8';
  const goForSpeed = () => setFlagsFromString('--no-optimize-for-size');
  setFlagsFromString('--optimize-for-size --no-concurrent-sparkplug');
  setTimeout(goForSpeed, ${LONGEST_START_MS}).unref();
  await import(${JSON.stringify(fromRoot(source))});
  goForSpeed();
`;

/** The entry point of a program, for COMPACT_START_PLUGIN. */
export const compactStartEntry = (source: string): string => `${NAMESPACE}:${source}`;

export const COMPACT_START_PLUGIN: Plugin = {
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: /^launcher:/ }, ({ path }) => ({
      path: path.slice(NAMESPACE.length + 1),
      namespace: NAMESPACE,
    }));
    build.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({
      contents: launcherOf(path),
      resolveDir: fromRoot(),
    }));
  },
};
