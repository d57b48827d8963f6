/** What a tester can choose on the page of the sandbox: how an attempt ends, */
export const sandboxOutcomes = ['success', 'failure', 'cancel'] as const;
/** and how often, and how late, the sandbox calls back. */
export const sandboxDeliveries = ['once', 'twice', 'late'] as const;
