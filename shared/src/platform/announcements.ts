import type { ApprovalPk, CompanyPk, NoticePk, UserPk } from '../contract/ids.ts';
import { channels } from './redis/keys.ts';
import type { Redis } from './redis/redis.ts';

/** News for people of one company, on its live channel; whoever it is `to` hears it in every browser. */
export type CompanyNews =
  | {
      readonly t: 'approval_changed';
      readonly to: readonly UserPk[];
      readonly pk: ApprovalPk;
      readonly state: number;
    }
  | { readonly t: 'policy_changed' };

/** News for everybody, of whatever company. */
export interface PublicNews {
  readonly t: 'notice_posted';
  readonly pk: NoticePk;
}

/** Neither numbered nor durable: it only says that something is worth reading again. Call it after the commit. */
export const tellCompany = (redis: Redis, company: CompanyPk, news: CompanyNews): Promise<void> =>
  redis.publish(channels.live(company), JSON.stringify(news));

export const tellEverybody = (redis: Redis, news: PublicNews): Promise<void> =>
  redis.publish(channels.everybody, JSON.stringify(news));
