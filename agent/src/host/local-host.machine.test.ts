import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inventory } from '@vigil/shared/contract/events/agent-up/inventory';
import { systemInfoReport } from '@vigil/shared/contract/events/agent-up/system-info-report';
import { processes, systemUsage } from '@vigil/shared/contract/events/agent-up/usage';
import { expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { createCpuMeter, parseProcStat, readCpuTicks } from './cpu.ts';
import { readLinuxInterfaceMedium } from './interface-medium.ts';
import { createLocalHost } from './local-host.ts';
import { findSensorFiles, readSensors } from './sensors.ts';
import { parseDpkg, parseRpm } from './software.ts';
import { deviceTimeZone } from './time-zone.ts';
import { broadcastAddresses, sendMagicPacket } from './wake.ts';

const TOP = '/usr/bin/top';

test('everything that the local host reports conforms to the contract', async () => {
  const host = createLocalHost({ platform: process.platform });
  const systemInfo = await host.systemInfo();
  expect(systemInfoReport.payload.parse({ ...systemInfo, cs_ver: '1' }).running_time).toBeGreaterThan(0);
  expect(systemInfo.user_os_str).not.toBe('');
  const usage = systemUsage.payload.parse({ at: Date.now(), ...(await host.usage()) });
  expect(usage.memory_capacity).toBeGreaterThan(0);
  expect(usage.hdd_usage).toBeGreaterThan(0);
  expect(inventory.payload.parse(await host.inventory()).hardware.length).toBeGreaterThan(0);
  const rows = processes.payload.parse({ at: 1, rows: await host.processes() }).rows;
  expect(rows.some(({ pid }) => pid === process.pid)).toBe(true);
  expect(host.bootId()).toBe(
    createLocalHost({ platform: 'linux', display: undefined, waylandDisplay: undefined }).bootId(),
  );
});

test('a disk that cannot be read leaves out its own values only', async () => {
  const host = createLocalHost({ platform: process.platform }, Date.now, () => Promise.reject(new Error('EIO')));
  // The load is that since the last reading, which a clock of the system has to tick for.
  const usage = await eventually(async () => {
    const read = await host.usage();
    return read.cpu_usage !== null && read;
  });
  expect(usage).toMatchObject({
    cpu_usage: expect.any(Number) as number,
    memory_usage: expect.any(Number) as number,
    memory_capacity: expect.any(Number) as number,
    hdd_usage: null,
    hdd_capacity: null,
    hdd_uses: null,
  });
});

test('processor time is split as in top: waiting for a disk does not count as load', () => {
  expect(parseProcStat('cpu  100 10 50 800 30 5 5 0 0 0\ncpu0 1 1\n')).toEqual({ busy: 170, total: 1_000 });
  const readings = [
    { busy: 100, total: 1_000 },
    { busy: 150, total: 1_200 },
  ];
  const meter = createCpuMeter(() => readings.shift() ?? { busy: 150, total: 1_200 });
  expect(meter()).toBe(25);
  expect(meter()).toBeNull();
});

test.runIf(process.platform === 'linux' && existsSync(TOP))(
  'the processor load agrees with top over the same second',
  () => {
    const before = readCpuTicks();
    const [, second = ''] = execFileSync(TOP, ['-b', '-n', '2', '-d', '1'], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    })
      .split(/^top - /m)
      .slice(1);
    const after = readCpuTicks();
    const [, line = ''] = second.match(/%Cpu\(s\):(.*)/) ?? [];
    const idle = Number(line.match(/([\d.]+) id/)?.[1]) + Number(line.match(/([\d.]+) wa/)?.[1]);
    const ours = (100 * (after.busy - before.busy)) / (after.total - before.total);
    // This second also contains the start of top itself.
    expect(Math.abs(ours - (100 - idle))).toBeLessThan(25);
  },
);

test('an interface of Linux is wired, wireless, or a tunnel that is neither', () => {
  const root = mkdtempSync(join(tmpdir(), 'net-'));
  for (const [name, type] of [
    ['eth0', '1'],
    ['wlan0', '1'],
    ['tun0', '65534'],
  ] as const) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'type'), `${type}\n`);
  }
  mkdirSync(join(root, 'wlan0', 'wireless'));
  const names = ['eth0', 'wlan0', 'tun0', 'gone'];
  expect(names.map((name) => readLinuxInterfaceMedium(name, root))).toEqual([
    'wired',
    'wireless',
    undefined,
    undefined,
  ]);
  rmSync(root, { recursive: true });
});

test('hardware monitors provide temperatures and fan speeds; missing ones are null', () => {
  const root = mkdtempSync(join(tmpdir(), 'hwmon-'));
  const monitor = (name: string, files: Record<string, string>) => {
    mkdirSync(join(root, name));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, name, file), `${text}\n`);
  };
  monitor('hwmon0', { name: 'coretemp', temp1_input: '48000', temp2_input: '51500', fan1_input: '1180' });
  monitor('hwmon1', { name: 'nvme', temp1_input: '36850' });
  const fans = { turned: new Set<string>(), isPortable: false };
  const read = () => readSensors(findSensorFiles(root), fans);
  expect(read()).toEqual({ cpu_temp: 51.5, hdd_temp: 36.9, fan_speed: 1_180, fan_name: 'coretemp fan1' });
  rmSync(root, { recursive: true });
  expect(read()).toEqual({ cpu_temp: null, hdd_temp: null, fan_speed: null });
});

test('package lists become software entries; partially installed packages are omitted', () => {
  const dpkg = 'ii \tvim\tamd64\t2:9.0\tMaintainers <m@example.org>\tVi improved\nrc \told\tamd64\t1\tx\ty\n';
  expect(parseDpkg(dpkg, () => '2026-01-02')).toEqual([
    {
      name: 'vim',
      company: 'Maintainers <m@example.org>',
      install_date: '2026-01-02',
      version: '2:9.0',
      description: 'Vi improved',
    },
  ]);
  expect(parseRpm('bash\tRocky\t1767312000\t5.1-9\tThe shell\n')).toEqual([
    { name: 'bash', company: 'Rocky', install_date: '2026-01-02', version: '5.1-9', description: 'The shell' },
  ]);
});

test('a magic packet is six 0xff bytes and the address sixteen times, in any notation of the address', async () => {
  const receiver = createSocket('udp4');
  receiver.bind(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address();
  const [[packet]] = await Promise.all([
    once(receiver, 'message') as Promise<[Buffer]>,
    sendMagicPacket('02-fC-00:00:00:1a', { addresses: ['127.0.0.1'], port }),
  ]);
  receiver.close();
  expect(packet.toString('hex')).toBe('ff'.repeat(6) + '02fc0000001a'.repeat(16));
});

test('a magic packet is sent to every network of the device', () => {
  const face = { family: 'IPv4', internal: false, mac: '', cidr: null } as const;
  expect(broadcastAddresses({ eth0: [{ ...face, address: '192.168.7.20', netmask: '255.255.254.0' }] })).toEqual([
    '192.168.7.255',
    '255.255.255.255',
  ]);
});

test('the time zone is the one that Intl determines', () => {
  expect(['Etc/UTC', Intl.DateTimeFormat().resolvedOptions().timeZone]).toContain(deviceTimeZone());
  expect(deviceTimeZone('Asia/Seoul')).toBe('Asia/Seoul');
  expect(deviceTimeZone('KST-9')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});
