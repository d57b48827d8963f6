import { GroupName } from '@vigil/shared/contract/http/groups';
import type { CompanyPk, GroupPk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { deviceGroups, enrolTokens } from '@vigil/shared/platform/db/schema/devices';
import { insertDefaultThresholds } from '@vigil/shared/platform/default-thresholds';
import { hashToken, randomToken } from '@vigil/shared/platform/tokens';
import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';

const Sites = z
  .array(
    z.object({
      key: z.string().max(500),
      path: z.array(GroupName).min(1).max(10),
      devices: z.int().positive(),
      accepted: z.union([z.literal(0), z.literal(1)]),
    }),
  )
  .max(1_000);
type Site = z.infer<typeof Sites>[number];

/** Parses the option that lists the groups in which devices are simulated. */
export function parseSimulationSites(text: string, context: z.core.$RefinementCtx<string>): Site[] {
  try {
    return Sites.parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'is not a JSON list of sites' });
    return z.NEVER;
  }
}

interface Place {
  companyFk: CompanyPk;
  sites: readonly Site[];
  expiresAt: Date;
}

/** Creates an enrolment token for each site, and the groups that do not exist yet. */
export async function createSiteTokens(tx: Tx, { companyFk, sites, expiresAt }: Place) {
  const groupAt = createGroupMaker(tx, companyFk);
  const created: { key: string; enrol_token: string }[] = [];
  for (const site of sites) {
    const token = randomToken();
    await tx.insert(enrolTokens).values({
      companyFk,
      tokenHash: hashToken(token),
      groupFk: await groupAt(site.path),
      autoAccept: site.accepted,
      usesLeft: site.devices,
      expiresAt,
    });
    created.push({ key: site.key, enrol_token: token });
  }
  return created;
}

/** Finds groups by their path, and makes those that are missing; new ones at the top get the thresholds. */
function createGroupMaker(tx: Tx, companyFk: CompanyPk): (path: readonly string[]) => Promise<GroupPk> {
  const known = new Map<string, GroupPk>();
  const groupAt = async (path: readonly string[]): Promise<GroupPk> => {
    const key = JSON.stringify(path);
    const found = known.get(key) ?? (await findOrCreate(path));
    known.set(key, found);
    return found;
  };
  const findOrCreate = async (path: readonly string[]): Promise<GroupPk> => {
    const parent = path.length > 1 ? await groupAt(path.slice(0, -1)) : null;
    const root = path.length > 1 ? await groupAt(path.slice(0, 1)) : null;
    const name = path.at(-1) ?? '';
    const isHere = parent === null ? isNull(deviceGroups.groupFk) : eq(deviceGroups.groupFk, parent);
    const [present] = await tx
      .select({ pk: deviceGroups.pk })
      .from(deviceGroups)
      .where(and(eq(deviceGroups.companyFk, companyFk), eq(deviceGroups.name, name), isHere));
    if (present) return present.pk;
    const group = { companyFk, name, groupFk: parent, rootGroupFk: root };
    const [row] = await tx.insert(deviceGroups).values(group).returning({ pk: deviceGroups.pk });
    if (!row) throw new Error('the group was not stored');
    if (parent === null) await insertDefaultThresholds(tx, companyFk, row.pk);
    return row.pk;
  };
  return groupAt;
}
