import type { HardwareEntry } from '@vigil/shared/contract/events/agent-up/inventory';
import si from 'systeminformation';
import { fieldText } from '../field-text.ts';
import { withFallback } from './async-cache.ts';

const GIGABYTE = 1_073_741_824;
const MAX_TEXT = 500;
const MAX_ROWS = 500;

const entry = (name: string, ...parts: readonly (string | number | null | undefined)[]): HardwareEntry => ({
  name,
  description: fieldText(
    parts.filter((part) => part !== 0 && part !== null && part !== undefined && part !== '').join(' '),
    MAX_TEXT,
  ),
});

const gigabytes = (bytes: number | null | undefined) => (bytes ? `${Math.round(bytes / GIGABYTE)} GB` : '');

async function processors(): Promise<HardwareEntry[]> {
  const cpu = await si.cpu();
  return [
    entry('Processor', cpu.manufacturer, cpu.brand, `${cpu.physicalCores} cores`, cpu.speed && `${cpu.speed} GHz`),
  ];
}

async function boards(): Promise<HardwareEntry[]> {
  const [system, board] = await Promise.all([si.system(), si.baseboard()]);
  return [entry('System', system.manufacturer, system.model), entry('Mainboard', board.manufacturer, board.model)];
}

const memory = async () =>
  (await si.memLayout()).map((slot) =>
    entry('Memory', slot.manufacturer, slot.type, gigabytes(slot.size), slot.clockSpeed && `${slot.clockSpeed} MHz`),
  );

const disks = async () =>
  (await si.diskLayout()).map((disk) => entry('Disk', disk.vendor, disk.name, disk.type, gigabytes(disk.size)));

const graphics = async () =>
  (await si.graphics()).controllers.map((card) =>
    entry('Graphics', card.vendor, card.model, card.vram && `${card.vram} MB`),
  );

async function networks(): Promise<HardwareEntry[]> {
  const all = await si.networkInterfaces();
  return (Array.isArray(all) ? all : [all])
    .filter((one) => !one.internal)
    .map((one) => entry('Network', one.ifaceName || one.iface, one.mac, one.type));
}

/** The hardware components; one that cannot be read is left out. Takes seconds and child processes. */
export async function readHardware(): Promise<HardwareEntry[]> {
  const parts = [processors(), boards(), memory(), disks(), graphics(), networks()];
  const found = await Promise.all(parts.map((part) => withFallback(part, [])));
  return found
    .flat()
    .filter(({ description }) => description !== '')
    .slice(0, MAX_ROWS);
}
