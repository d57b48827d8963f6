/** What the reverse proxy says in place of a server that does not answer, in the shape of every other failure. */
export const unavailableBody = (): string =>
  JSON.stringify({
    status: 503,
    error: { code: 'unavailable', message: 'The server is starting or under repair. Please try again in a moment.' },
  });
