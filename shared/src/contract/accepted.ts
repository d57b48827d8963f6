import { z } from 'zod';

/** The plain positive answer to a socket message. */
export const Accepted = z.object({ ok: z.literal(true) });
export type Accepted = z.infer<typeof Accepted>;
