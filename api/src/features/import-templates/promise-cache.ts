/**
 * Runs `make` once for each name and shares the result with all callers. A failure is not cached: the next call runs it
 * again.
 */
export function createPromiseCache<T>(): (name: string, make: () => Promise<T>) => Promise<T> {
  const results = new Map<string, Promise<T>>();
  return async (name, make) => {
    const result = results.get(name) ?? make();
    results.set(name, result);
    try {
      return await result;
    } catch (error) {
      if (results.get(name) === result) results.delete(name);
      throw error;
    }
  };
}
