/** Systems that the agent runs on, by their OS id. */
export const enrolSystems = ['2', '1', '3'] as const;
export type EnrolSystem = (typeof enrolSystems)[number];

const quote = (text: string): string => `"${text}"`;

/** What to type on a machine so that it enrols; the same agent everywhere, only the line break differs. */
export function enrolCommand(system: EnrolSystem, server: string, token: string): string {
  const continued = system === '1' ? ' `\n  ' : ' \\\n  ';
  return ['npm run agent --', `--server ${quote(server)}`, `--enrol ${quote(token)}`].join(continued);
}
