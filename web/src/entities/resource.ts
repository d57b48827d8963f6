import { useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import type { EndpointOf } from '@vigil/shared/contract/declared-endpoints';
import type { CallOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { Route } from '@vigil/shared/contract/route';
import { useCallback } from 'react';
import type { Api, Call, ApiReply } from '../lib/api.ts';
import { refetchAfterChange } from '../lib/refetch.ts';
import { useServices } from '../lib/services.ts';
import type { InvalidationKind } from '../live/invalidations.ts';
import { registerReread } from '../live/reread-on.ts';

type Options<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>;
type RowOf<R extends Route> = ObjectsOf<EndpointOf<R>> extends readonly (infer Row)[] ? Row : never;

interface Declaration<List extends Route, One extends Route> {
  /** The first part of the keys of all its queries. */
  key: string;
  list?: List;
  /** Answers with the one of the path parameter `pk`. */
  read?: One;
  /** The changes on the server after which all of it is read again. */
  rereadOn?: readonly InvalidationKind[];
  /** As of `registerReread`. */
  isPolled?: boolean;
}

/** A parameter of a hook; nothing that can be given where its endpoint is absent. */
type Given<R extends Route, T> = [R] extends [never] ? never : T;

/** What the server has of one noun: hooks that read it, and that change it and read it again. */
export function defineResource<List extends Route = never, One extends Route = never>({
  key: name,
  list,
  read,
  rereadOn: kinds = [],
  isPolled,
}: Declaration<List, One>) {
  const key = registerReread([name], kinds, { isPolled });

  /** A read of the noun by another endpoint. `part` names it, and holds what its answer depends on. */
  function useRead<T>(part: readonly unknown[], call: (api: Api) => Promise<T>, options?: Options<T>) {
    const { api } = useServices();
    return useQuery({ ...options, queryKey: [...key, ...part], queryFn: () => call(api) });
  }

  /** Reads all of it again. */
  function useReread(): () => Promise<void> {
    const queries = useQueryClient();
    return useCallback(() => refetchAfterChange(queries, key), [queries]);
  }

  return {
    key,
    useRead,
    useReread,

    /** All rows, where there is `list`. */
    useList: (...[options]: Given<List, [options?: Options<ObjectsOf<EndpointOf<List>>>]>) =>
      useRead(['list'], async ({ call }) => (await call(list as List)).objects, options),

    /** The rows that a query finds, with their totals; the ones before stay until they are read. */
    usePage: (query: Given<List, CallOf<EndpointOf<List>>['query']>, options?: Options<ApiReply<List>>) =>
      useRead(['list', query], ({ call }) => call(list as List, { query } as CallOf<EndpointOf<List>>), {
        placeholderData: ((before: ApiReply<List> | undefined) => before) as never,
        ...options,
      }),

    /** One object, where there is `read`; null where it does not exist. */
    useOne: (pk: Given<One, string | number>, options?: Options<RowOf<One> | null>) =>
      useRead(
        ['one', String(pk)],
        async ({ call }) => {
          const { objects } = await call(read as One, { params: { pk: String(pk) } } as CallOf<EndpointOf<One>>);
          return (objects as readonly RowOf<One>[])[0] ?? null;
        },
        options,
      ),

    /**
     * Calls that change the noun, after which it is read again: also after a failed call, because its answer may be
     * lost, or somebody else has made a change.
     */
    useChange(): Call {
      const { api } = useServices();
      const reread = useReread();
      return useCallback<Call>(
        async (...call) => {
          const reply = await api.call(...call).catch((error: unknown) => {
            void reread();
            throw error;
          });
          await reread();
          return reply;
        },
        [api, reread],
      );
    },
  };
}
