import { isRedTemperature, isRedUsage } from '../../entities/device/usage-meter.tsx';
import { oneDecimalPercentText, temperatureText } from '../../lib/format.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';

type Measures = Pick<FleetDevice, 'cpu_usage' | 'memory_usage' | 'hdd_usage' | 'cpu_temp'>;

export interface MobileRowMeasure {
  readonly column: keyof Measures;
  readonly text: string;
  readonly isRed: boolean;
}

/** A row of a phone has room for two. */
const SHOWN = 2;

/** The measures of a row on a phone: those in red, and processor and memory where none is. */
export function mobileRowMeasures(device: Measures): readonly MobileRowMeasure[] {
  const usage = (column: 'cpu_usage' | 'memory_usage' | 'hdd_usage'): MobileRowMeasure => ({
    column,
    text: oneDecimalPercentText(device[column]),
    isRed: isRedUsage(device[column]),
  });
  const isHot = isRedTemperature(device.cpu_temp);
  const all: MobileRowMeasure[] = [
    usage('cpu_usage'),
    usage('memory_usage'),
    usage('hdd_usage'),
    { column: 'cpu_temp', text: temperatureText(device.cpu_temp), isRed: isHot },
  ];
  const red = all.filter(({ isRed }) => isRed);
  return red.length > 0 ? red : all.slice(0, SHOWN);
}
