/**
 * Deadlines of HTTP requests: a client that sends its headers or its body too slowly is answered with 408 and cut off.
 * Node checks connections every `connectionsCheckingInterval`, by default only every 30 s.
 */
export const httpTimeouts = (requestTimeout = 30_000) => ({
  requestTimeout,
  headersTimeout: Math.min(10_000, requestTimeout),
  connectionsCheckingInterval: Math.min(2_000, requestTimeout / 2),
});
