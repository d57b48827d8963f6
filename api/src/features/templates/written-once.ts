/**
 * Runs `write` once for each name and keeps what it made, also for those who ask meanwhile. What failed is not kept: the next one who
 * asks runs it again.
 */
export function createWrittenOnce<T>(): (name: string, write: () => Promise<T>) => Promise<T> {
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
