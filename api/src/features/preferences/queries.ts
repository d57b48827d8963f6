import type { Preference, StoredPreference } from '@vigil/shared/contract/http/preferences';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { userPreferences, users } from '@vigil/shared/platform/db/schema/users';
import { and, asc, count, eq, ne, sql } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';

const preference = {
  key: userPreferences.key,
  value: userPreferences.value,
  updatedAt: userPreferences.updatedAt,
};

type Row = Pick<typeof userPreferences.$inferSelect, keyof typeof preference>;

export const wirePreference = ({ key, value, updatedAt }: Row): StoredPreference => ({
  key,
  value,
  updated_at: updatedAt.toISOString(),
});

export const selectPreferences = (tx: ReadTx, { user }: Caller) =>
  tx.select(preference).from(userPreferences).where(eq(userPreferences.userFk, user)).orderBy(asc(userPreferences.key));

const ofCaller = ({ user }: Caller, key: string) => and(eq(userPreferences.userFk, user), eq(userPreferences.key, key));

export const selectPreference = (tx: ReadTx, caller: Caller, key: string) =>
  tx.select(preference).from(userPreferences).where(ofCaller(caller, key));

export const deletePreference = (tx: Tx, caller: Caller, key: string) =>
  tx.delete(userPreferences).where(ofCaller(caller, key));

/** Two writes of one user at once would each count without the other's key. */
export const lockOwnerOfPreferences = (tx: Tx, { user }: Caller) =>
  tx.select({ pk: users.pk }).from(users).where(eq(users.pk, user)).for('no key update');

export async function countOtherPreferences(tx: ReadTx, { user }: Caller, key: string): Promise<number> {
  const [row] = await tx
    .select({ others: count() })
    .from(userPreferences)
    .where(and(eq(userPreferences.userFk, user), ne(userPreferences.key, key)));
  return row?.others ?? 0;
}

export const upsertPreference = (tx: Tx, { company, user }: Caller, { key, value }: Preference) =>
  tx
    .insert(userPreferences)
    .values({ companyFk: company, userFk: user, key, value })
    .onConflictDoUpdate({
      target: [userPreferences.userFk, userPreferences.key],
      set: { value, updatedAt: sql`now()` },
    })
    .returning(preference);
