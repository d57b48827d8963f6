import { use, type ComponentType } from 'react';
import { withinChunkTimeout } from './chunk-timeout.ts';

/** A component in a chunk of its own, to be rendered inside a `Suspense`. */
export interface PreloadableComponent<P extends object> {
  (props: P): React.ReactNode;
  /** Loads the chunk before it is needed. */
  preload: () => Promise<unknown>;
}

/**
 * Like `React.lazy`, but a preloaded component renders at once: a lazy component always suspends first, and React then
 * keeps the fallback on the screen for 300 ms.
 */
export function lazyWithPreload<P extends object>(load: () => Promise<ComponentType<P>>): PreloadableComponent<P> {
  let Loaded: ComponentType<P> | null = null;
  let loading: Promise<ComponentType<P>> | null = null;
  const fetch = async (): Promise<ComponentType<P>> => {
    try {
      return (Loaded = await withinChunkTimeout(load()));
    } catch (error) {
      // The next render tries again.
      loading = null;
      throw error;
    }
  };
  const preload = () => (loading ??= fetch());
  const Preloadable = (props: P) => {
    const Component = Loaded ?? use(preload());
    return <Component {...props} />;
  };
  return Object.assign(Preloadable, { preload });
}
