/** A notch of a mouse wheel, in pixels. */
const NOTCH = 100;
const MAX_STEPS = 20;

/** Adds up pixels to whole notches of a wheel; what is left over counts with the next pixels. */
export function createWheelSteps(): (dx: number, dy: number) => { dx: number; dy: number } | null {
  const left = { x: 0, y: 0 };
  const stepsOf = (axis: 'x' | 'y', pixels: number) => {
    left[axis] += pixels / NOTCH;
    const steps = Math.trunc(left[axis]);
    left[axis] -= steps;
    return Math.max(-MAX_STEPS, Math.min(MAX_STEPS, steps));
  };
  return (x, y) => {
    const [dx, dy] = [stepsOf('x', x), stepsOf('y', y)];
    return dx === 0 && dy === 0 ? null : { dx, dy };
  };
}
