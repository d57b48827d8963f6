function addMissing<T extends object, N extends keyof T & string>(target: T, name: N, value: T[N]): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true });
}

/**
 * What the console uses and Chromium 110 lacks: browsers of screens and set-top boxes are seldom updated.
 * Of what is newer than ES2023, `lib` of tsconfig.json allows the parts that have a function here.
 */
export function addPolyfills(): void {
  /** Chromium 117. */
  addMissing(Map, 'groupBy', <K, V>(items: Iterable<V>, keyOf: (item: V, index: number) => K) => {
    const groups = new Map<K, V[]>();
    let index = 0;
    for (const item of items) {
      const key = keyOf(item, index);
      index += 1;
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
    return groups;
  });

  /** Chromium 119. */
  addMissing(Promise, 'withResolvers', <T>() => {
    let [resolve, reject]: [PromiseWithResolvers<T>['resolve'], PromiseWithResolvers<T>['reject']] = [
      () => {},
      () => {},
    ];
    const promise = new Promise<T>((onValue, onError) => {
      [resolve, reject] = [onValue, onError];
    });
    return { promise, resolve, reject };
  });

  /** Chromium 120. */
  addMissing(URL, 'canParse', (url, base) => {
    try {
      return Boolean(new URL(url, base));
    } catch {
      return false;
    }
  });

  /** Chromium 126. */
  addMissing(URL, 'parse', (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null));

  /** Chromium 116. */
  addMissing(AbortSignal, 'any', (signals) => {
    const any = new AbortController();
    for (const signal of signals) {
      const abort = () => any.abort(signal.reason);
      if (signal.aborted) abort();
      // None of them keeps the others when one has ended.
      else signal.addEventListener('abort', abort, { signal: any.signal });
    }
    return any.signal;
  });
}
