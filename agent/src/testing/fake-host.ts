import type { Host } from '../host/host.ts';

/** A host with fixed values; what tests change is public. */
export class FakeHost implements Host {
  booted = Date.now() - 3_600_000;
  woken: string[] = [];
  captures: { width: number; quality: number }[] = [];
  software = [{ name: 'editor', company: 'x', install_date: '2026-01-01', version: '1.0', description: '' }];

  identity() {
    return { name: 'fake', dev_os_id: 2 as const, user_os_str: 'FakeOS 1', mac_addr: '02:00:00:00:00:01' };
  }

  systemInfo() {
    const text = '';
    return {
      system_time: new Date().toISOString(),
      running_time: Math.round((Date.now() - this.booted) / 1_000),
      time_zone: 'UTC',
      user_os_str: 'FakeOS 1',
      s_pri_ip: '10.0.0.2',
      ip_addr: '10.0.0.2',
      netmask: '255.255.255.0',
      gateway: '10.0.0.1',
      dns: text,
      mac_addr: '02:00:00:00:00:01',
      bios: text,
      processor: text,
    };
  }

  usage() {
    return {
      cpu_usage: 12.5,
      memory_usage: 50,
      memory_capacity: 1_024,
      memory_uses: 512,
      hdd_usage: 10,
      hdd_capacity: 2_048,
      hdd_uses: 205,
      cpu_temp: null,
      hdd_temp: null,
      fan_speed: null,
    };
  }

  inventory() {
    return { hardware: [{ name: 'Processor', description: 'fake' }], software: this.software };
  }

  processes() {
    return [
      { name: 'busy', pid: 2, cpu_usage: 90, memory_usage: 1 },
      { name: 'idle', pid: 1, cpu_usage: 0, memory_usage: 1 },
    ];
  }

  capture(size: { width: number; quality: number }) {
    this.captures.push({ width: size.width, quality: size.quality });
    return { width: size.width, height: 10, ext: 'jpg' as const, bytes: Uint8Array.from([0xff, 0xd8, 0xff]) };
  }

  bootedAt() {
    return this.booted;
  }

  wake(mac: string) {
    this.woken.push(mac);
    return Promise.resolve();
  }
}
