import * as z from 'zod';
import { isOpenToAnybody, type EndpointAccess, type TokenAdmission } from './access.ts';
import type { AuditAction } from './audit-codes.ts';
import { accessOf, tokensOf, type Method, type Route } from './route.ts';

/** Of a body in bytes: what anybody may have read, what a user may, and what lists of devices add to that. */
export const MAX_PUBLIC_BODY_BYTES = 16_384;
export const MAX_BODY_BYTES = 65_536;
const BYTES_OF_PK_IN_LIST = 12;
export const bodyBytesOfDeviceList = (devices: number): number => MAX_BODY_BYTES + devices * BYTES_OF_PK_IN_LIST;

type Shape = z.ZodType;

/** What a call may record in the audit, or why nothing: `{ none: 'of their own screen' }`. */
export type Audits = readonly AuditAction[] | { readonly none: string };
/** Only what is read may leave it out. */
type Audited<Verb extends Method> = Verb extends 'GET' ? { audits?: Audits } : { audits: Audits };

/**
 * One HTTP endpoint: a route with its schemas. The API, OpenAPI and the access matrix are generated from it; the web
 * client is checked against it.
 */
export interface Endpoint<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  O extends Shape,
  M extends Shape,
  Verb extends Method = Method,
  Path extends `/${string}` = `/${string}`,
> extends Route<Verb, Path> {
  /** The callers of the route, as the checks ask for them. */
  readonly access: EndpointAccess;
  readonly tokens?: TokenAdmission;
  readonly temporary: boolean;
  readonly wallScreens: boolean;
  readonly audits: Audits;
  /** Whether it works while its licence blocks the caller's company. */
  readonly whileGated: boolean;
  readonly summary: string;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The largest body in bytes. */
  readonly bodyLimit: number;
  /** Whether its calls have a limit of their own instead of that of changes: what is sent in many pieces. */
  readonly ownLimit: boolean;
  /** The fields of multipart/form-data that replaces the body; the handler reads it as a stream. */
  readonly form?: Shape;
  readonly objects: O;
  /** Other forms of the objects, by the value of the query parameter `format`. */
  readonly forms?: Readonly<Record<string, Shape>>;
  readonly meta: M;
  /** Words of which a success has one as its `status`, where the specification asks for that instead of 200. */
  readonly statuses?: readonly string[];
}

/** An endpoint as a client sees it that asks for another form of the objects. */
export type WithObjects<E extends AnyEndpoint, O extends Shape> = Omit<E, 'objects'> & { readonly objects: O };

export type AnyEndpoint = Endpoint<Shape, Shape, Shape, Shape, Shape>;

const nothing = z.object({});
const noBody = z.unknown().optional();
type Nothing = typeof nothing;
type NoBody = typeof noBody;

/** Declares an endpoint. An omitted part is empty, not arbitrary. */
export function endpoint<
  Verb extends Method,
  Path extends `/${string}`,
  O extends Shape,
  P extends Shape = Nothing,
  Q extends Shape = Nothing,
  B extends Shape = NoBody,
  M extends Shape = Nothing,
>(
  route: Route<Verb, Path>,
  declaration: Audited<Verb> & {
    whileGated?: boolean;
    summary: string;
    objects: O;
    params?: P;
    query?: Q;
    body?: B;
    /** Only where it is not that of its access. */
    bodyLimit?: number;
    ownLimit?: boolean;
    form?: Shape;
    forms?: Readonly<Record<string, Shape>>;
    meta?: M;
    statuses?: readonly string[];
  },
): Endpoint<P, Q, B, O, M, Verb, Path> {
  const access = accessOf(route);
  const tokens = tokensOf(route);
  return Object.freeze({
    ...route,
    access,
    ...(tokens ? { tokens } : {}),
    temporary: route.callers.includes('ticket'),
    wallScreens: route.callers.includes('screen'),
    audits: { none: 'it is read' },
    whileGated: false,
    ownLimit: false,
    params: nothing,
    query: nothing,
    body: noBody,
    bodyLimit: isOpenToAnybody(access) ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES,
    meta: nothing,
    ...declaration,
  }) as unknown as Endpoint<P, Q, B, O, M, Verb, Path>;
}

export type ParamsOf<E extends AnyEndpoint> = z.output<E['params']>;
export type QueryOf<E extends AnyEndpoint> = z.output<E['query']>;
export type BodyOf<E extends AnyEndpoint> = z.output<E['body']>;
export type ObjectsOf<E extends AnyEndpoint> = z.output<E['objects']>;
export type MetaOf<E extends AnyEndpoint> = z.output<E['meta']>;

/** The input of a client: only the parts that the endpoint declares. */
export type CallOf<E extends AnyEndpoint> = {
  params?: z.input<E['params']>;
  query?: z.input<E['query']>;
  body?: z.input<E['body']>;
};

/** The envelope of a success. */
export interface Success<O, M> {
  status: 200;
  objects: O;
  meta?: M;
}

/** The `status` of a success. */
export const successEnvelopeStatusSchema = ({ statuses }: Pick<AnyEndpoint, 'statuses'>) =>
  statuses ? z.enum(statuses as [string, ...string[]]) : z.literal(200);

/** The envelope of a failure. */
export const Failure = z.object({
  status: z.int(),
  error: z.object({
    code: z.string(),
    message: z.string(),
    field: z.string().optional(),
    reason: z.string().optional(),
    detail: z.union([z.string(), z.number()]).optional(),
  }),
});
export type Failure = z.infer<typeof Failure>;
