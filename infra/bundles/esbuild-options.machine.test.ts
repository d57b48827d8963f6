import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { runToEnd } from '../local/processes/run.ts';
import { NODE_EXECUTABLE, ROOT } from '../local/runtime.ts';
import { NODE_BUNDLE_OPTIONS } from './esbuild-options.ts';

/** The bundle of a few lines, and the files that it was made of. */
async function bundle(contents: string) {
  const { metafile, outputFiles } = await build({
    ...NODE_BUNDLE_OPTIONS,
    absWorkingDir: ROOT,
    stdin: { contents, resolveDir: `${ROOT}/shared` },
    metafile: true,
    write: false,
  });
  return { files: Object.keys(metafile.inputs), text: outputFiles[0]?.text ?? '' };
}

test('of the package of Redis a bundle has the client, and none of the modules', async () => {
  const { files, text } = await bundle(`import { createClient, RESP_TYPES } from 'redis';
    const client = createClient({ url: 'redis://127.0.0.1:1' });
    console.log(typeof client.xAdd, typeof client.withTypeMapping, RESP_TYPES.BLOB_STRING);`);
  const packages = files.map((file) => /^node_modules\/((?:@redis\/)?[^/]+)/u.exec(file)?.[1]);
  expect(new Set(packages.filter((name) => name?.includes('redis')))).toEqual(new Set(['@redis/client', 'redis']));
  const run = await runToEnd(NODE_EXECUTABLE, ['--input-type=module'], { input: text, cwd: ROOT });
  expect(run).toEqual({ code: 0, stdout: 'function function 36\n', stderr: '' });
});
