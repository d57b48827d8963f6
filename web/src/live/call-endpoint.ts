import type { AnyEndpoint, CallOf, MetaOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { ClientEndpoint } from '../endpoints/client-endpoint.ts';

/** How the live layer calls an endpoint; the API client is passed in. */
export type CallEndpoint = <E extends AnyEndpoint>(
  endpoint: ClientEndpoint<E>,
  input?: CallOf<E>,
) => Promise<{ objects: ObjectsOf<E>; meta: MetaOf<E> }>;
