import { UPLOAD_CHUNK_BYTES } from '@vigil/shared/contract/application-rules';
import type { Application } from '@vigil/shared/contract/http/applications';
import { readApplication, uploadApplicationPiece } from '@vigil/shared/contract/routes/commands';
import { isApiProblem, type ApiProblem } from '../../lib/api-problem.ts';
import type { Api } from '../../lib/api.ts';

const RETRY_MS = 2_000;

interface Upload {
  readonly api: Api;
  readonly application: Pick<Application, 'pk' | 'received' | 'size'>;
  readonly file: Blob;
  readonly onProgress: (received: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends the rest of a file in pieces, and goes on where the server is after an interruption, until it is complete or
 * `signal` aborts.
 * @throws ApiProblem when the server refuses the file
 */
export async function uploadFileWithResume({ api, application, file, onProgress, signal }: Upload): Promise<void> {
  const params = { pk: String(application.pk) };
  let offset = application.received;
  while (!signal.aborted) {
    onProgress(offset);
    try {
      const query = { offset: String(offset) };
      const piece = file.slice(offset, offset + UPLOAD_CHUNK_BYTES);
      const [stored] = (await api.call(uploadApplicationPiece, { params, query }, { bytes: piece, signal })).objects;
      if (stored?.state === 'ready') return onProgress(stored.size);
      offset = stored?.received ?? offset;
    } catch (error) {
      if (signal.aborted) return;
      if (!isApiProblem(error) || !mayGoOn(error)) throw error;
      if (error.code !== 'conflict') await pause((error.retryAfter ?? 0) * 1_000 || RETRY_MS, signal);
      const [stored] = await stateOf(api, params, signal);
      if (stored?.state === 'ready') return onProgress(stored.size);
      // The server is where this piece begins and does not take it: another attempt would end the same way.
      if (error.code === 'conflict' && stored?.received === offset) throw error;
      offset = stored?.received ?? offset;
    }
  }
}

/** The connection or the server was gone, too much was sent at once, or a piece had arrived whose answer was lost. */
const mayGoOn = (error: ApiProblem): boolean =>
  error.isUnreachable || error.code === 'too_many_requests' || error.code === 'conflict';

/** Empty while the server cannot be reached. */
async function stateOf(api: Api, params: { pk: string }, signal: AbortSignal): Promise<readonly Application[]> {
  try {
    return (await api.call(readApplication, { params }, { signal })).objects;
  } catch (error) {
    if (signal.aborted || (isApiProblem(error) && mayGoOn(error))) return [];
    throw error;
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
