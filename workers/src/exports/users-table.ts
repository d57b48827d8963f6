import type { ManagersExport } from '@vigil/shared/contract/http/exports';
import type { UserPk } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/languages';
import { auditRoleNames } from '@vigil/shared/domain/audit-fields';
import { memberTypeOf } from '@vigil/shared/domain/member-types';
import type { WorkbookCell } from '@vigil/shared/spreadsheets/write-workbook';
import { byLanguage } from '@vigil/shared/texts/by-language';
import type { Deps } from '../deps.ts';
import { exportTexts } from '../texts/export-texts.ts';
import { sheetColumns } from './open-history.ts';
import {
  countPermanentUsers,
  selectPermanentUsers,
  type Export,
  type ExportRequester,
  type PermanentUser,
} from './queries.ts';
import type { ExportTable } from './table.ts';

const ROWS_PER_READ = 1_000;

interface Texts {
  readonly name: string;
  readonly headers: readonly string[];
  readonly active: string;
  readonly inactive: string;
}

const texts: { readonly [L in Language]: Texts } = byLanguage(exportTexts, 'users');
const layout = { widths: [28, 22, 20, 28, 18, 22, 18, 12, 20], times: [8] };

/** The users of a company, for an administrator. */
export async function openUsersTable(
  { database }: Deps,
  { companyFk, language }: Export,
  { reader }: { request: ManagersExport; reader: ExportRequester },
): Promise<ExportTable> {
  const { name, headers, active, inactive } = texts[language];
  const read = (after: UserPk | null) =>
    database.read(companyFk, (tx) => selectPermanentUsers(tx, { after, limit: ROWS_PER_READ }));
  const cells = (user: PermanentUser): WorkbookCell[] => [
    user.mgrid,
    user.name,
    auditRoleNames[memberTypeOf(user.memberTypeId)]?.[language] ?? null,
    user.email,
    user.phone,
    user.department,
    user.position,
    user.active ? active : inactive,
    reader.wallTime(user.createdAt),
  ];
  return {
    sheet: { name, columns: sheetColumns(headers, layout) },
    total: await database.read(companyFk, (tx) => countPermanentUsers(tx)),
    devicePks: [],
    async *batches() {
      let rows = await read(null);
      while (rows.length > 0) {
        yield rows.map(cells);
        rows = await read(rows.at(-1)?.pk ?? null);
      }
    },
  };
}
