import classes from './sparkline.module.css';

type Values = readonly (number | null)[];

interface SparklineProps {
  /** From the oldest to the newest; null where it is not known. */
  values: Values;
  /** What the line says, for those who do not see it. */
  label: string;
}

const WIDTH = 72;
const HEIGHT = 20;
const PAD = 2;

/** A small line without axes; what is not known is a gap. A single value has no course, and draws nothing. */
export function Sparkline({ values, label }: SparklineProps) {
  const hasCourse = values.filter((value) => value !== null).length > 1;
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {hasCourse && <path d={sparklinePathData(values)} />}
    </svg>
  );
}

/** A tenth of the values fills the height at least, so that one device more or less is no mountain. */
function scaleOf(values: Values): (value: number) => number {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const span = Math.max(high - low, high / 10, 1);
  const middle = (low + high) / 2;
  return (value) => HEIGHT / 2 - ((value - middle) / span) * (HEIGHT - 2 * PAD);
}

export function sparklinePathData(values: Values): string {
  const y = scaleOf(values);
  const step = (WIDTH - 2 * PAD) / Math.max(1, values.length - 1);
  let path = '';
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const isFirst = (values[index - 1] ?? null) === null;
    // A value between two gaps is a dot: a line of no length with round ends.
    path += `${isFirst ? 'M' : 'L'}${round(PAD + index * step)} ${round(y(value))}${isFirst ? 'h0' : ''}`;
  }
  return path;
}

const round = (value: number): number => Math.round(value * 10) / 10;
