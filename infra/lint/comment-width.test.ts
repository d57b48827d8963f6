import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot, ROOT } from '../local/runtime.ts';

const SOURCES = '{shared,api,gateway,relay,workers,web,agent,agent-sim,infra,tests}/**/*.{ts,tsx}';
const COLUMNS = 120;
const COMMENT = /^\s*(?:\/\/|\/\*|\*)/u;
/** Rules that are switched off are one line each, with the reason. */
const DIRECTIVE = /oxlint-disable/u;

// The formatter breaks code at this width, and leaves comments alone.
test('comments are as wide as the code', () => {
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] });
  expect(files.length).toBeGreaterThan(1_000);
  const wide = files.flatMap((file) =>
    readFileSync(fromRoot(file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        line.length > COLUMNS && COMMENT.test(line) && !DIRECTIVE.test(line) ? `${file}:${index + 1}` : [],
      ),
  );
  expect(wide).toEqual([]);
});
