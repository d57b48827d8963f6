import type { EndpointOf } from '@vigil/shared/contract/declared-endpoints';
import type { CallOf, MetaOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { Route } from '@vigil/shared/contract/route';

/** How the live layer calls an endpoint; the API client is passed in. */
export type CallEndpoint = <R extends Route>(
  route: R,
  input?: CallOf<EndpointOf<R>>,
) => Promise<{ objects: ObjectsOf<EndpointOf<R>>; meta: MetaOf<EndpointOf<R>> }>;
