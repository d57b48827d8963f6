/** The most characters of a company's passwords, without schemas, for the client (decision 132). */
export const passwordMaxima = [12, 64] as const;
export type PasswordMax = (typeof passwordMaxima)[number];
