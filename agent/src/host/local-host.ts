import { hostname, release, uptime } from 'node:os';
import type { DeviceLocation } from '../config.ts';
import { cached, createFallbackReader } from './async-cache.ts';
import { createBootIdReader } from './boot-id.ts';
import { createCpuMeter } from './cpu.ts';
import { createDesktopOpener } from './desktop/open-desktop.ts';
import { endProcess } from './end-process.ts';
import { readHardwareId } from './hardware-id.ts';
import { readHardware } from './hardware.ts';
import type { Host } from './host.ts';
import { createInterfaceMediumReader } from './interface-medium.ts';
import { isProgramRunning } from './is-running.ts';
import { keepAwake } from './keep-awake.ts';
import { noDiskUsage, noMemoryUsage, readSystemDiskUsage, readMemoryUsage } from './memory-and-disk.ts';
import { createNetworkReader } from './network.ts';
import { readPersonTexts } from './person/person-texts.ts';
import { createPerson } from './person/person.ts';
import { readProcesses } from './processes.ts';
import { createScreenCapture, type ScreenEnvironment } from './screen/screen.ts';
import { createSensorReader, noSensors } from './sensors.ts';
import { showNotice } from './show-notice.ts';
import { readSoftware } from './software.ts';
import { currentOsId, readStaticSystemInfo } from './system-info.ts';
import { deviceTimeZone } from './time-zone.ts';
import { sendMagicPacket } from './wake.ts';

/** Slow queries start child processes; they run seldom, so that the agent stays unnoticeable. */
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The system that the agent runs on. */
export function createLocalHost(
  environment: ScreenEnvironment & { readonly location?: DeviceLocation | undefined },
  now: () => number = Date.now,
  readDisk: () => ReturnType<typeof readSystemDiskUsage> = readSystemDiskUsage,
): Host {
  const cpuUsage = createCpuMeter();
  const sensors = createFallbackReader(createSensorReader(now), noSensors);
  const memory = createFallbackReader(readMemoryUsage, noMemoryUsage);
  const disk = cached(
    createFallbackReader(() => readDisk(), noDiskUsage),
    MINUTE_MS / 2,
    now,
  );
  const staticInfo = cached(readStaticSystemInfo, 24 * HOUR_MS, now);
  const hardwareId = cached(readHardwareId, 24 * HOUR_MS, now);
  const readLink = createInterfaceMediumReader();
  const network = cached(createNetworkReader(readLink), MINUTE_MS, now);
  const personTexts = readPersonTexts();
  const host: Host = {
    async identity() {
      const [{ user_os_str }, { mac }, id] = await Promise.all([staticInfo(), network(), hardwareId()]);
      return { name: hostname(), dev_os_id: currentOsId(), user_os_str, mac_addr: mac, hardware_id: id };
    },
    async systemInfo() {
      const [info, net] = await Promise.all([staticInfo(), network()]);
      return {
        system_time: new Date(now()).toISOString(),
        running_time: Math.round(uptime()),
        time_zone: deviceTimeZone(),
        ...info,
        arch: process.arch,
        s_pri_ip: net.ip,
        ip_addr: net.ip,
        netmask: net.netmask,
        gateway: net.gateway,
        dns: net.dns,
        mac_addr: net.mac,
        ...(net.link && { link: net.link }),
        ...environment.location,
      };
    },
    async usage() {
      const [held, space, readings] = await Promise.all([memory(), disk(), sensors()]);
      return { cpu_usage: cpuUsage(), ...held, ...space, ...readings };
    },
    async inventory() {
      const [hardware, software] = await Promise.all([readHardware(), readSoftware()]);
      return { hardware, software };
    },
    processes: readProcesses,
    endProcess,
    capture: createScreenCapture(() => consoleContent(), environment, now),
    openDesktop: createDesktopOpener(environment),
    personTexts,
    ...createPerson(environment, personTexts),
    bootId: createBootIdReader(now),
    showNotice,
    keepAwake: (wanted, onProblem) => keepAwake(wanted, onProblem),
    osVersion: () => release(),
    runs: isProgramRunning,
    wake: (mac) => sendMagicPacket(mac),
  };

  /** What the image of a device without a screen shows. */
  async function consoleContent() {
    const [systemInfo, usage] = await Promise.all([host.systemInfo(), host.usage()]);
    return { name: hostname(), systemInfo, usage };
  }
  return host;
}
