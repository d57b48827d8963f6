/** How long a part of the console may take to load (spec 1 §9). */
const CHUNK_TIMEOUT_MS = 120_000;

/** A part of the console did not come in time. */
export class ChunkTimeout extends Error {
  override readonly name = 'ChunkTimeout';
}

/**
 * Fails when a part of the console does not come in time: a server that accepts the connection and never answers would
 * otherwise leave the page loading for ever, without a button to try again. @throws ChunkTimeout
 */
export async function withinChunkTimeout<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkTimeout('a part of the console did not load in time')), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
