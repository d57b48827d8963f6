/** Everything that is read of access tickets. */
export const ticketsKey = ['tickets'] as const;
