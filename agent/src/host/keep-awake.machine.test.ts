import { expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { keepAwake, keepAwakeTool } from './keep-awake.ts';

const [both, display, system] = [
  { display: true, system: true },
  { display: true, system: false },
  { display: false, system: true },
];

test('each system is told what has to stay awake, and nothing else', () => {
  const linux = [both, display, system].map((wanted) => keepAwakeTool('linux', wanted)?.[1]);
  expect(linux).toEqual(['--what=idle:sleep', '--what=idle', '--what=sleep']);
  const mac = [both, display, system].map((wanted) => keepAwakeTool('darwin', wanted)?.[1]);
  expect(mac).toEqual(['-dis', '-d', '-is']);
  const windows = [both, display, system].map((wanted) => keepAwakeTool('win32', wanted)?.at(-1));
  for (const [script, flags] of [
    [windows[0], '0x80000003'],
    [windows[1], '0x80000002'],
    [windows[2], '0x80000001'],
  ])
    expect(script).toContain(`[uint32]'${flags}'`);
  expect(keepAwakeTool('aix', both)).toBeUndefined();
});

test('a tool that is missing, gives up or does not exist for this system is a problem', async () => {
  const problems: string[] = [];
  const onProblem = (reason: string) => void problems.push(reason);
  keepAwake(both, onProblem, ['/nowhere/systemd-inhibit']);
  await eventually(() => problems.length === 1);
  expect(problems[0]).toContain('ENOENT');
  keepAwake(both, onProblem, [process.execPath, '-e', 'process.exit(3)']);
  await eventually(() => problems.length === 2);
  expect(problems[1]).toContain('ended (3)');
});

test('the tool runs until it is disposed, and its end is no problem then', async () => {
  const problems: string[] = [];
  const script = 'process.stdin.on("end", () => process.exit(1)).resume()';
  const handle = keepAwake(both, (reason) => void problems.push(reason), [process.execPath, '-e', script]);
  handle[Symbol.dispose]();
  const other = keepAwake(both, (reason) => void problems.push(reason), [process.execPath, '-e', 'process.exit(4)']);
  await eventually(() => problems.length > 0);
  expect(problems).toEqual([expect.stringContaining('ended (4)')]);
  other[Symbol.dispose]();
});
