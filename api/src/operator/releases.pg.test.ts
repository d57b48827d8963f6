import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MAX_COMMAND_KEYS } from '@vigil/shared/contract/command-signature';
import { SignedRelease } from '@vigil/shared/contract/release';
import { readReleaseBytes, selectReleaseKeys } from '@vigil/shared/platform/releases';
import { describe, expect } from 'vitest';
import { apiTest } from '../testing/fixture.ts';
import { createOperatorRunner } from '../testing/operator-runner.ts';
import type { TestApi } from '../testing/test-api.ts';

const test = apiTest();
const PACKAGE = 'vigil-agent-linux-x64.tar.gz';
let api: TestApi;
let folder: string;

test.beforeAll(({ api: started, folder: own }) => {
  [api, folder] = [started, own];
});

async function run(line: string) {
  const { code, out, error } = await createOperatorRunner(api, folder).run(line, '--json');
  return { code, error, answer: code === 0 ? (JSON.parse(out) as Record<string, unknown>) : null };
}

const keyFile = (name: string) => path.join(folder, `${name}.json`);
const trust = (name: string) => run(`release trust ${keyFile(`${name}.public`)}`);
const keysOf = async () => (await api.deps.database.asSystem(selectReleaseKeys)).release_keys?.map((key) => key.key_id);

/** A folder with one package that has these bytes, signed with a key. */
async function signed(version: string, content: string | Buffer, key = 'first'): Promise<string> {
  const made = path.join(folder, `packages-${version}-${key}`);
  await mkdir(made, { recursive: true });
  await writeFile(path.join(made, PACKAGE), content);
  await writeFile(path.join(made, 'downloads.json'), JSON.stringify({ version }));
  expect(await run(`release sign ${made} --key ${keyFile(key)}`)).toMatchObject({ code: 0 });
  return made;
}

// One story: agents trust a key because of those before it, and which were trusted decides what may be published.
describe('keys and releases', { shuffle: false }, () => {
  test('[UPD-1] a release key is private, and a further one counts if the one before has signed it', async () => {
    const { answer } = await run(`keys release --out ${keyFile('first')}`);
    expect((await stat(keyFile('first'))).mode & 0o777).toBe(0o600);
    expect(await readFile(keyFile('first.public'), 'utf8')).not.toContain('PRIVATE');
    // A key that was written once is not overwritten: devices may trust it.
    expect(await run(`keys release --out ${keyFile('first')}`)).toMatchObject({ code: 1 });
    expect(await trust('first')).toMatchObject({ code: 0 });
    await run(`keys release --out ${keyFile('foreign')}`);
    expect(await trust('foreign')).toMatchObject({ code: 2, error: expect.stringContaining('no agent would accept') });
    await run(`keys release --out ${keyFile('second')} --after ${keyFile('first')}`);
    expect(await trust('second')).toMatchObject({ code: 0 });
    expect(await keysOf()).toHaveLength(2);
    const first = String(answer?.['key_id']);
    expect(await run(`release distrust ${first}`)).toMatchObject({ code: 0 });
    expect(await keysOf()).not.toContain(first);
    const [left] = (await keysOf()) ?? [];
    expect(await run(`release distrust ${left}`)).toMatchObject({ code: 2 });
  });

  test('[UPD-2] only what a trusted key has signed is published, byte by byte', async () => {
    const large = Buffer.alloc(2_500_000, 3);
    const made = await signed('1.1.0', large, 'second');
    expect(await run(`release publish ${made}`)).toMatchObject({
      code: 0,
      answer: { version: '1.1.0', channel: 'stable', systems: 'linux-x64' },
    });
    const release = SignedRelease.parse(JSON.parse(await readFile(path.join(made, 'release.json'), 'utf8')));
    const { sha256 = '', size } = release.manifest.files[0] ?? {};
    expect(size).toBe(large.length);
    const part = await api.deps.database.asSystem((tx) => readReleaseBytes(tx, sha256, 1_500_000));
    expect(part).toHaveLength(2 * 1_048_576 - 1_500_000);
    // The same again is no second release.
    expect(await run(`release publish ${made}`)).toMatchObject({ code: 0 });

    // The first key is out of use.
    expect(await run(`release publish ${await signed('1.2.0', 'x', 'first')}`)).toMatchObject({
      code: 2,
      error: expect.stringContaining('not signed by a key'),
    });
    const other = await signed('1.2.0', 'as signed', 'second');
    await writeFile(path.join(other, PACKAGE), 'exchanged');
    expect(await run(`release publish ${other}`)).toMatchObject({
      code: 2,
      error: expect.stringContaining('is not the file'),
    });
    const altered = { ...release, manifest: { ...release.manifest, channel: 'beta' } };
    await writeFile(path.join(other, 'release.json'), JSON.stringify(altered));
    expect(await run(`release publish ${other}`)).toMatchObject({ code: 2 });
    expect(await run(`release publish ${await signed('1.1.0', 'another', 'second')}`)).toMatchObject({
      code: 2,
      error: expect.stringContaining('another content'),
    });
    expect(await run('release withdraw 1.1.0')).toMatchObject({ code: 0 });
    expect(await run('release withdraw 3.0.0')).toMatchObject({ code: 2 });
  });

  test('a release that is older than those whose packages are kept is not published', async () => {
    const publish = async (version: string) => run(`release publish ${await signed(version, version, 'second')}`);
    for (const version of ['2.1.0', '2.2.0', '2.3.0']) expect(await publish(version)).toMatchObject({ code: 0 });
    expect(await publish('2.0.0')).toMatchObject({ code: 2, error: expect.stringContaining('withdraw a newer one') });
    expect((await run('release list')).answer).not.toContainEqual(expect.objectContaining({ version: '2.0.0' }));
    await run('release withdraw 2.3.0');
    expect(await publish('2.0.0')).toMatchObject({ code: 0 });
  });

  test('[UPD-1] a key that would make the keys too many for agents is not trusted', async () => {
    const valid = (await keysOf())?.length ?? 0;
    let before = 'second';
    for (let i = valid; i <= MAX_COMMAND_KEYS; i += 1) {
      const next = `key-${i}`;
      await run(`keys release --out ${keyFile(next)} --after ${keyFile(before)}`);
      if (i < MAX_COMMAND_KEYS) expect(await trust(next)).toMatchObject({ code: 0 });
      before = next;
    }
    expect(await trust(before)).toMatchObject({ code: 2, error: expect.stringContaining('distrust one first') });
    expect(await keysOf()).toHaveLength(MAX_COMMAND_KEYS);
  });
});
