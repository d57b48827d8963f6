import { osNames } from '@vigil/shared/domain/os-names';
import { foldForSearch, searchWordsOf } from '@vigil/shared/domain/search-text';
import type { FleetDevice } from '../../live/fleet-device.ts';

type Searched = Pick<
  FleetDevice,
  'alias' | 's_pub_ip' | 's_pri_ip' | 'mac_addr' | 'memo' | 'tags' | 'dev_os_id' | 'user_os_str' | 'cs_ver'
>;

const HEX = /^[\da-f]{4,12}$/u;
const separators = /[:.\-\s]/gu;

/** `tag: till` finds by tags only. */
const TAG = /^tag:\s*/u;
/** `version: 4.2.0` finds by the version of the agent only, and by the whole of it. */
const VERSION = /^version:\s*/u;

/**
 * Whether a device has the text in its name, addresses, memo, tags or system, without regard to case (spec 2 §2), width
 * or the kind of apostrophe. "linux" finds every distribution. MAC addresses are found with any separators, or none.
 */
export function createDeviceSearch(text: string): (device: Searched) => boolean {
  const wanted = foldForSearch(text).trim();
  const tag = wanted.replace(TAG, '');
  if (tag === '') return () => true;
  if (tag !== wanted) return ({ tags }) => tags.some((one) => foldForSearch(one).includes(tag));
  const version = wanted.replace(VERSION, '');
  if (version === '') return () => true;
  if (version !== wanted) return ({ cs_ver }) => cs_ver !== null && foldForSearch(cs_ver) === version;
  const bare = wanted.replace(separators, '');
  const mac = HEX.test(bare) ? bare : null;
  const has = (value: string | null) => value !== null && foldForSearch(value).includes(wanted);
  const words = searchWordsOf(text);
  /** One word here and another there. */
  const hasWords = ({ alias, s_pub_ip, s_pri_ip, memo, tags, dev_os_id, user_os_str }: Searched): boolean => {
    const all = foldForSearch([alias, s_pub_ip, s_pri_ip, memo, ...tags, user_os_str, osNames[dev_os_id]].join('\n'));
    return words.every((word) => all.includes(word));
  };
  if (words.length > 1 && mac === null) return hasWords;
  return ({ alias, s_pub_ip, s_pri_ip, mac_addr, memo, tags, dev_os_id, user_os_str }) =>
    has(alias) ||
    has(s_pub_ip) ||
    has(s_pri_ip) ||
    has(memo) ||
    tags.some(has) ||
    has(user_os_str) ||
    has(osNames[dev_os_id]) ||
    has(mac_addr) ||
    (mac !== null && mac_addr !== null && mac_addr.toLowerCase().replace(separators, '').includes(mac));
}
