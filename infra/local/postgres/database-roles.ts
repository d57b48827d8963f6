import { createHmac, randomBytes } from 'node:crypto';

/**
 * The roles of one database (infra/decisions/isolation.md): the owner migrates, the API is bound to a company, the
 * system is not.
 */
export type DatabaseUrls = {
  readonly owner: string;
  readonly api: string;
  /** Of workers and operators. */
  readonly system: string;
};

const ROLES = ['api', 'system'] as const;

/**
 * Names follow the owner, and passwords a secret, so that every start finds the same ones. The URL of the owner is
 * none: with peer authentication, certificates or a password file it holds no password.
 */
export function deriveDatabaseUrls(ownerUrl: string, secret: string): DatabaseUrls {
  const urlOf = (role: (typeof ROLES)[number]): string => {
    const url = new URL(ownerUrl);
    const name = `${decodeURIComponent(url.username)}_${role}`;
    url.password = createHmac('sha256', secret).update(name).digest('hex');
    url.username = encodeURIComponent(name);
    return url.href;
  };
  return { owner: ownerUrl, api: urlOf('api'), system: urlOf('system') };
}

const RIGHTS = 'LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Earlier versions derived the passwords from that of the owner's URL. With peer authentication, certificates or a
 * password file it has none, and everybody can work them out.
 * @param canOpen whether a URL opens the database
 * @returns one command for each role that has such a password
 */
export async function findGuessablePasswordResets(
  ownerUrl: string,
  canOpen: (url: string) => Promise<boolean>,
): Promise<string[]> {
  const { api, system } = deriveDatabaseUrls(ownerUrl, '');
  const commands: string[] = [];
  for (const url of [api, system]) {
    const wrong = new URL(url);
    wrong.password = randomBytes(16).toString('hex');
    // A server that asks nobody for a password does not tell which one it has.
    if ((await canOpen(url)) && !(await canOpen(wrong.href)))
      commands.push(`ALTER ROLE ${quoted(decodeURIComponent(wrong.username))} PASSWORD NULL;`);
  }
  return commands;
}

/**
 * The statements that make the roles of API and system, each on one line. The next migration gives them their rights.
 */
export const createRoleStatements = (urls: DatabaseUrls): { name: string; create: string }[] =>
  [urls.api, urls.system].map((text) => {
    const { username, password } = new URL(text);
    const name = decodeURIComponent(username);
    // The password is hexadecimal, so it needs no quoting.
    return { name, create: `CREATE ROLE ${quoted(name)} ${RIGHTS} PASSWORD '${password}';` };
  });

/**
 * Makes the roles of API and system unless they exist: other programs may use the passwords that they have.
 * @param adminUrl of a role that may create roles
 * @throws the error of Postgres when it may not
 */
export async function createMissingRoles(adminUrl: string, urls: DatabaseUrls): Promise<void> {
  // Loaded here, because the starter rarely needs it and runs for weeks.
  const { default: postgres } = await import('postgres');
  const sql = postgres(adminUrl, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    for (const { name, create } of createRoleStatements(urls)) {
      const [existing] = await sql`SELECT FROM pg_roles WHERE rolname = ${name}`;
      if (!existing) await sql.unsafe(create);
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}
