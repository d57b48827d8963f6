import { use, type ComponentType } from 'react';

/** A component of its own chunk, to be drawn inside a `Suspense`. */
export interface Part<P extends object> {
  (props: P): React.ReactNode;
  /** Fetches it before it is needed. */
  preload: () => Promise<unknown>;
}

/**
 * Like `React.lazy`, but what has been fetched before is drawn at once: a lazy component always suspends first, and
 * React then leaves the fallback on the screen for 300 ms.
 */
export function part<P extends object>(load: () => Promise<ComponentType<P>>): Part<P> {
  let Loaded: ComponentType<P> | null = null;
  let loading: Promise<ComponentType<P>> | null = null;
  const fetch = async (): Promise<ComponentType<P>> => {
    try {
      return (Loaded = await load());
    } catch (error) {
      // Whoever needs it next asks again.
      loading = null;
      throw error;
    }
  };
  const preload = () => (loading ??= fetch());
  const Drawn = (props: P) => {
    const Component = Loaded ?? use(preload());
    return <Component {...props} />;
  };
  return Object.assign(Drawn, { preload });
}
