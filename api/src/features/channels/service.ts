import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type {
  createChannel as createEndpoint,
  deleteChannel as deleteEndpoint,
  rotateChannelSecret as rotateEndpoint,
  testChannel as testEndpoint,
  updateChannel as updateEndpoint,
} from '@vigil/shared/contract/http/channels';
import type { ChannelPk, DeliveryPk, GroupPk } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/languages';
import { MAX_CHANNELS } from '@vigil/shared/contract/limits';
import { Problem } from '@vigil/shared/contract/problems';
import { deliveryBodies } from '@vigil/shared/domain/channel-messages';
import { writeAudits } from '@vigil/shared/platform/audits';
import { queueJobsOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import {
  addressesOfMailto,
  deliveryJob,
  generateChannelSecret,
  mailtoUrl,
  SEALED_CHANNEL_SECRET,
  SEALED_CHANNEL_URL,
} from '@vigil/shared/platform/channels';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { composeMail, type MailContent } from '@vigil/shared/platform/mail/mail-content';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import { openSecret, sealSecret } from '@vigil/shared/platform/secret-box';
import { byLanguage } from '@vigil/shared/texts/by-language';
import { selectGroupNames } from '../../access/group-names.ts';
import { assertGroupsInSight } from '../../access/groups-in-sight.ts';
import type { Deps } from '../../deps.ts';
import type { Call } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { mailTexts } from '../../texts/mail-texts.ts';
import {
  changeChannel,
  countChannels,
  insertChannel,
  insertDelivery,
  isChannelNameUsed,
  lockChannel,
  lockChannelChanges,
  removeChannel,
  selectChannels,
  selectReader,
  SHOWN_BETWEEN,
  whereChannelPk,
  type StoredChannel,
} from './queries.ts';

type Needed = Pick<Deps, 'keyRing' | 'now' | 'config' | 'redis' | 'log'>;
type Audited = Pick<StoredChannel, 'name' | 'kind' | 'host' | 'groupPks' | 'alertCodes' | 'afterMinutes' | 'isEnabled'>;

const sealUrl = ({ keyRing }: Needed, url: string) => ({
  sealedUrl: sealSecret(keyRing.channel, url, SEALED_CHANNEL_URL),
  host: new URL(url).host,
});

function sealAddresses({ keyRing }: Needed, to: readonly string[]) {
  const addresses = [...new Map(to.map((address) => [address.toLowerCase(), address])).values()];
  return {
    sealedUrl: sealSecret(keyRing.channel, mailtoUrl(addresses), SEALED_CHANNEL_URL),
    host: addresses.join(SHOWN_BETWEEN),
  };
}

const openUrl = ({ keyRing }: Needed, { sealedUrl }: Pick<StoredChannel, 'sealedUrl'>): string =>
  openSecret(keyRing.channel, sealedUrl, SEALED_CHANNEL_URL);

/** Where an edited channel leads; nothing where that stays. */
function sealEdited(deps: Needed, { kind }: StoredChannel, { url, to }: Call<typeof updateEndpoint>['body']) {
  const other = kind === 'mail' ? 'url' : 'to';
  if ({ url, to }[other] !== undefined) throw new Problem('malformed', { field: `body.${other}` });
  if (to !== undefined) return sealAddresses(deps, to);
  return url === undefined ? {} : sealUrl(deps, url);
}

function newSecret({ keyRing }: Needed): { secret: string; sealed: string } {
  const secret = generateChannelSecret();
  return { secret, sealed: sealSecret(keyRing.channel, secret, SEALED_CHANNEL_SECRET) };
}

/** @throws Problem as the endpoint says */
export async function addChannel(tx: ChangeTx, deps: Needed, { caller, body }: Call<typeof createEndpoint>) {
  await lockChannelChanges(tx, caller.company);
  if ((await countChannels(tx)) >= MAX_CHANNELS) throw new Problem('channel_limit', { detail: MAX_CHANNELS });
  const values = await readSettings(tx, caller, { body, except: null });
  const made = body.kind === 'webhook' ? newSecret(deps) : null;
  const row = {
    companyFk: caller.company,
    kind: body.kind,
    ...values,
    ...(body.kind === 'mail' ? sealAddresses(deps, body.to) : sealUrl(deps, body.url)),
    sealedSecret: made?.sealed ?? null,
    ...(await selectReader(tx, caller.user)),
    createdAt: new Date(deps.now()),
  };
  const pk = await insertChannel(tx, row);
  await writeChannelAudit(tx, caller, { before: null, after: row });
  const [channel] = await selectChannels(tx, whereChannelPk(pk));
  if (!channel) throw new Error('the channel was not stored');
  return { channel, secret: made?.secret ?? null };
}

/** @throws Problem as the endpoint says */
export async function editChannel(
  tx: ChangeTx,
  deps: Needed,
  { caller, params: { pk }, body }: Call<typeof updateEndpoint>,
) {
  await lockChannelChanges(tx, caller.company);
  const before = await findChannel(tx, pk);
  const values = await readSettings(tx, caller, { body, except: pk });
  const after = { ...before, ...values, ...sealEdited(deps, before, body) };
  const { name, groupPks, alertCodes, afterMinutes, isEnabled, sealedUrl, host } = after;
  await changeChannel(tx, pk, { name, groupPks, alertCodes, afterMinutes, isEnabled, sealedUrl, host });
  const isAddressNew = openUrl(deps, before) !== openUrl(deps, after);
  await writeChannelAudit(tx, caller, { before, after, isAddressNew });
  return selectChannels(tx, whereChannelPk(pk));
}

/** @throws Problem `not_found` */
export async function deleteChannel(
  tx: ChangeTx,
  { caller, params: { pk } }: Call<typeof deleteEndpoint>,
): Promise<ChannelPk[]> {
  const before = await findChannel(tx, pk);
  await removeChannel(tx, pk);
  await writeChannelAudit(tx, caller, { before, after: null });
  return [pk];
}

/** @throws Problem `not_found`, `channel_without_secret` */
export async function rotateSecret(
  tx: ChangeTx,
  deps: Needed,
  { caller, params: { pk } }: Call<typeof rotateEndpoint>,
): Promise<{ secret: string }> {
  const channel = await findChannel(tx, pk);
  if (channel.sealedSecret === null) throw new Problem('channel_without_secret');
  const { secret, sealed } = newSecret(deps);
  await changeChannel(tx, pk, { sealedSecret: sealed });
  const newValue = JSON.stringify({ name: channel.name, secret: 'reset' });
  await writeAudits(tx, caller, [{ code: auditCode.channel, type: auditTypeIds.action, subject: null, newValue }]);
  return { secret };
}

const testTexts: { readonly [L in Language]: string } = byLanguage(mailTexts, 'channelTest');

/** @throws Problem `not_found` */
export async function sendTest(
  tx: ChangeTx,
  deps: Needed,
  { caller, params: { pk } }: Call<typeof testEndpoint>,
): Promise<DeliveryPk[]> {
  const { now, config } = deps;
  const channel = await findChannel(tx, pk);
  const { kind, name, language } = channel;
  const told = {
    event: 'test',
    text: testTexts[language].replace('{name}', () => name),
    url: `${config.PUBLIC_URL.replace(/\/+$/u, '')}/${language}/management/channels`,
    incident: null,
  } as const;
  const at = new Date(now());
  const row = { companyFk: caller.company, channelFk: pk, event: told.event, createdAt: at, nextTryAt: new Date(0) };
  if (kind !== 'mail') {
    const delivery = await insertDelivery(tx, { ...row, body: deliveryBodies[kind](told) });
    queueJobsOnCommit(tx, 'deliveries', [deliveryJob(delivery)]);
    return [delivery.pk];
  }
  const link = { label: 'Vigil', url: told.url };
  const mail = composeMail({ language, subject: told.text, paragraphs: [told.text], link });
  const isQueued = await queueTestMails(tx, deps, { channel, mail });
  const outcome = isQueued
    ? { state: 'delivered' as const, error: '' }
    : { state: 'failed' as const, error: TOO_MANY_TESTS };
  const delivery = await insertDelivery(tx, { ...row, ...outcome, body: { text: told.text }, tries: 1, triedAt: at });
  return [delivery.pk];
}

const TOO_MANY_TESTS = 'too many tests';

/** @returns whether each address gets one */
async function queueTestMails(
  tx: ChangeTx,
  deps: Needed,
  { channel, mail }: { channel: StoredChannel; mail: MailContent },
): Promise<boolean> {
  const queueMail = createMailQueue(deps, deps.config.RATE_LIMIT_FACTOR);
  let isQueued = true;
  const { companyFk: company } = channel;
  for (const address of addressesOfMailto(openUrl(deps, channel)))
    isQueued = (await queueMail(tx, { address, company, kind: 'channel_test' }, () => mail)) && isQueued;
  return isQueued;
}

async function findChannel(tx: ChangeTx, pk: ChannelPk): Promise<StoredChannel> {
  const channel = await lockChannel(tx, pk);
  if (!channel) throw new Problem('not_found');
  return channel;
}

async function readSettings(
  tx: ReadTx,
  caller: Caller,
  {
    body: { name, group_pks, alert_codes, after_minutes, is_enabled },
    except,
  }: { body: Call<typeof updateEndpoint>['body']; except: ChannelPk | null },
) {
  if (await isChannelNameUsed(tx, name, except)) throw new Problem('duplication_channel_name', { field: 'body.name' });
  if (group_pks) await assertGroupsInSight(tx, caller, group_pks);
  return {
    name,
    groupPks: group_pks && [...new Set(group_pks)],
    alertCodes: alert_codes && [...new Set(alert_codes)],
    afterMinutes: after_minutes,
    isEnabled: is_enabled === 1,
  };
}

/** What the audit log keeps: no address, which may be a secret; only that it is another one. */
function described(
  { name, kind, host, groupPks, alertCodes, afterMinutes, isEnabled }: Audited,
  { groups, isAddressNew }: { groups: ReadonlyMap<GroupPk, string>; isAddressNew: boolean },
): string {
  return JSON.stringify({
    name,
    kind,
    host,
    ...(isAddressNew ? { address: 'changed' } : {}),
    ...(groupPks === null ? {} : { groups: groupPks.map((pk) => groups.get(pk) ?? String(pk)).join(', ') }),
    ...(alertCodes === null ? {} : { alert_codes: alertCodes.join(', ') }),
    ...(afterMinutes === null ? {} : { after_minutes: afterMinutes }),
    is_enabled: isEnabled ? 1 : 0,
  });
}

async function writeChannelAudit(
  tx: ChangeTx,
  caller: Caller,
  { before, after, isAddressNew = false }: { before: Audited | null; after: Audited | null; isAddressNew?: boolean },
): Promise<void> {
  const groups = await selectGroupNames(tx, [...(before?.groupPks ?? []), ...(after?.groupPks ?? [])]);
  await writeAudits(tx, caller, [
    {
      code: auditCode.channel,
      type: after ? auditTypeIds.action : auditTypeIds.deletion,
      subject: null,
      oldValue: before && described(before, { groups, isAddressNew: false }),
      newValue: after && described(after, { groups, isAddressNew }),
    },
  ]);
}
