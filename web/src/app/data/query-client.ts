import { QueryClient } from '@tanstack/react-query';
import { isApiProblem } from '../../lib/api-problem.ts';

const ATTEMPTS = 2;

/** A refused call is not repeated; only a call that did not reach the server is. */
const mayRetry = (failures: number, error: unknown): boolean =>
  failures < ATTEMPTS && isApiProblem(error) && error.isUnreachable;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 30_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
