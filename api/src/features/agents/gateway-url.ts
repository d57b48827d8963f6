import type { FastifyRequest } from 'fastify';
import type { ApiConfig } from '../../config.ts';

/**
 * Where an agent shall connect: where the operator says, or else where this agent just reached us. A name of our own
 * making would be wrong for half of them: one machine's localhost is not another's.
 */
export const gatewayUrlFor = ({ GATEWAY_URL }: ApiConfig, request: FastifyRequest): string =>
  GATEWAY_URL ?? `${request.protocol}://${request.host}`;
