import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pickFreePort } from '@vigil/infra/local/processes/ports';
import { startNodeProgram } from '@vigil/infra/local/processes/program';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from './eventually.ts';
import { reservePort, reservePorts } from './reserved-ports.ts';

const next = (...ports: readonly number[]): (() => Promise<number>) => {
  const left = [...ports];
  return async () => left.shift() ?? 0;
};

test('a reserved port is given to nobody else until it is disposed of', async () => {
  const spare = await pickFreePort();
  await using other = await reservePort();
  const reserved = await reservePort();
  await using second = await reservePorts(1, next(reserved.port, reserved.port, other.port, spare));
  expect(second.ports).toEqual([spare]);
  await reserved[Symbol.asyncDispose]();
  await using third = await reservePorts(1, next(reserved.port));
  expect(third.ports).toEqual([reserved.port]);
});

test('the ports of a killed process are free again, and those of one that runs are not', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'vigil-ports-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const file = path.join(dir, 'holder.ts');
  await writeFile(
    file,
    `import { reservePort } from '${import.meta.dirname}/reserved-ports.ts';
     console.log((await reservePort()).port);
     setInterval(() => {}, 1_000);`,
  );
  const lines: string[] = [];
  const holder = startNodeProgram({ file, env: {}, onLine: (line) => lines.push(line) });
  onTestFinished(() => holder.stop());
  const port = await eventually(() => {
    expect(Number(lines[0])).toBeGreaterThan(0);
    return Number(lines[0]);
  });
  const spare = await pickFreePort();
  await using beside = await reservePorts(1, next(port, spare));
  expect(beside.ports).toEqual([spare]);
  holder.signal('SIGKILL');
  await holder.exited;
  // The first try finds the process gone.
  await using after = await reservePorts(1, next(port, port));
  expect(after.ports).toEqual([port]);
});
