import type { ScreenRegion } from '@vigil/shared/contract/app-config-rules';
import type { OpenDesktop } from '../host/desktop/desktop.ts';
import { digestHardwareId } from '../host/hardware-digest.ts';
import type { Banner, FrameEncodingOptions, Host, KeepAwakeTargets } from '../host/host.ts';
import { personTexts } from '../host/person/person-texts.ts';

/** A host with fixed values; what tests change is public. */
export class FakeHost implements Host {
  mac = '02:00:00:00:00:01';
  booted = Date.now() - 3_600_000;
  woken: string[] = [];
  /** The widths that were captured, and the frames that were made of them. */
  captures: number[] = [];
  frames: FrameEncodingOptions[] = [];
  /** What was hidden in the last capture. */
  regions: readonly ScreenRegion[] = [];
  software = [{ name: 'editor', company: 'x', install_date: '2026-01-01', version: '1.0', description: '' }];

  /** What is kept awake now, by each handle. */
  awake: KeepAwakeTargets[] = [];
  /** Why the device cannot be kept awake; null: it can. */
  sleepReason: string | null = null;

  /** What is seen and used from elsewhere. */
  openDesktop: OpenDesktop = () => Promise.resolve('no_display');

  /** What the person at the device was told. */
  readonly personTexts = personTexts.en;
  notices: string[] = [];

  showNotice(text: string) {
    this.notices.push(text);
    return Promise.resolve();
  }

  /** What the person at the device is asked, and answers. */
  questions: string[] = [];
  answer: Promise<boolean | null> = Promise.resolve(true);

  askPerson(question: string) {
    this.questions.push(question);
    return this.answer;
  }

  /** Who is connected, as it is shown at the device; what is called ends it. */
  banner: (Banner & { readonly end: () => void }) | null = null;

  showBanner(shown: Banner, end: () => void) {
    const banner = { ...shown, end };
    this.banner = banner;
    return {
      [Symbol.dispose]: () => {
        if (this.banner === banner) this.banner = null;
      },
    };
  }

  keepAwake(wanted: KeepAwakeTargets, onProblem: (reason: string) => void) {
    this.awake.push(wanted);
    if (this.sleepReason !== null) onProblem(this.sleepReason);
    return { [Symbol.dispose]: () => void (this.awake = this.awake.filter((one) => one !== wanted)) };
  }

  version: string | null = '10.0.22631';

  osVersion() {
    return this.version;
  }

  runs(name: string) {
    return Promise.resolve(this.running.some((row) => row.name === name));
  }

  identity() {
    return {
      name: 'fake',
      dev_os_id: 2 as const,
      user_os_str: 'FakeOS 1',
      mac_addr: this.mac,
      hardware_id: digestHardwareId(this.mac),
    };
  }

  systemInfo() {
    const text = '';
    return {
      system_time: new Date().toISOString(),
      running_time: Math.round((Date.now() - this.booted) / 1_000),
      time_zone: 'UTC',
      user_os_str: 'FakeOS 1',
      arch: 'x64',
      s_pri_ip: '10.0.0.2',
      ip_addr: '10.0.0.2',
      netmask: '255.255.255.0',
      gateway: '10.0.0.1',
      dns: text,
      mac_addr: this.mac,
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

  running = [
    { name: 'busy', pid: 2, cpu_usage: 90, memory_usage: 1 },
    { name: 'idle', pid: 1, cpu_usage: 0, memory_usage: 1 },
    { name: 'stuck', pid: 3, cpu_usage: 0, memory_usage: 1 },
  ];

  processes() {
    return this.running;
  }

  endProcess(pid: number) {
    if (pid === 1) return 'protected' as const;
    if (pid === 3) return 'running' as const;
    this.running = this.running.filter((row) => row.pid !== pid);
    return 'ended' as const;
  }

  /** What is on the screen, as the blocks of a frame. */
  screen = new Uint8Array(30);

  capture(width: number, regions: readonly ScreenRegion[]) {
    this.captures.push(width);
    this.regions = regions;
    return {
      blocks: this.screen,
      encode: (options: FrameEncodingOptions) => {
        this.frames.push(options);
        return { width: options.width, height: 10, ext: options.format, bytes: Uint8Array.from([0xff, 0xd8, 0xff]) };
      },
    };
  }

  boot = 'boot-1';

  bootId() {
    return this.boot;
  }

  wake(mac: string) {
    this.woken.push(mac);
    return Promise.resolve();
  }
}
