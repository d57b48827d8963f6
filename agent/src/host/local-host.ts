import { hostname, uptime } from 'node:os';
import { createCpuMeter } from './cpu.ts';
import { readDisk } from './disk.ts';
import { readHardware } from './hardware.ts';
import type { Host } from './host.ts';
import { osId, readMachineFacts } from './machine-facts.ts';
import { readMemory } from './memory.ts';
import { readNetwork } from './network.ts';
import { readProcesses } from './processes.ts';
import { remembered } from './remembered.ts';
import { createScreen, type ScreenPlace } from './screen/screen.ts';
import { createSensors } from './sensors.ts';
import { readSoftware } from './software.ts';
import { sendMagicPacket } from './wake.ts';

/** Slow facts are asked for seldom: each costs child processes, and the agent must not be felt. */
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The machine that the agent runs on. */
export function createMachineHost(place: ScreenPlace, now: () => number = Date.now): Host {
  const cpuUsage = createCpuMeter();
  const sensors = createSensors(now);
  const disk = remembered(readDisk, MINUTE_MS / 2, now);
  const machine = remembered(readMachineFacts, 24 * HOUR_MS, now);
  const network = remembered(readNetwork, MINUTE_MS, now);
  const bootedAt = () => now() - uptime() * 1_000;

  const host: Host = {
    async identity() {
      const [{ user_os_str }, { mac }] = await Promise.all([machine(), network()]);
      return { name: hostname(), dev_os_id: osId(), user_os_str, mac_addr: mac };
    },
    async facts() {
      const [facts, net] = await Promise.all([machine(), network()]);
      return {
        system_time: new Date(now()).toISOString(),
        running_time: Math.round(uptime()),
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...facts,
        s_pri_ip: net.ip,
        ip_addr: net.ip,
        netmask: net.netmask,
        gateway: net.gateway,
        dns: net.dns,
        mac_addr: net.mac,
      };
    },
    async usage() {
      const [memory, space, temperatures] = await Promise.all([readMemory(), disk(), sensors()]);
      return { cpu_usage: cpuUsage(), ...memory, ...space, ...temperatures };
    },
    async inventory() {
      const [hardware, software] = await Promise.all([readHardware(), readSoftware()]);
      return { hardware, software };
    },
    processes: readProcesses,
    capture: createScreen(() => describe(), place, now),
    bootedAt,
    wake: (mac) => sendMagicPacket(mac),
  };

  /** What the picture of a machine without a screen says. */
  async function describe() {
    const [facts, usage] = await Promise.all([host.facts(), host.usage()]);
    return { name: hostname(), facts, usage };
  }
  return host;
}
