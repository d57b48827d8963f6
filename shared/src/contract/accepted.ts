import * as z from 'zod';

/** The acknowledgement of a socket message without a result. */
export const Accepted = z.object({ ok: z.literal(true) });
export type Accepted = z.infer<typeof Accepted>;
