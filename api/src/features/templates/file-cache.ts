/** Runs `write` once for each name and shares the result with all callers. A failure is not cached: the next call runs it again. */
export function createFileCache<T>(): (name: string, write: () => Promise<T>) => Promise<T> {
  const written = new Map<string, Promise<T>>();
  return async (name, write) => {
    const file = written.get(name) ?? write();
    written.set(name, file);
    try {
      return await file;
    } catch (error) {
      if (written.get(name) === file) written.delete(name);
      throw error;
    }
  };
}
