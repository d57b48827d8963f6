import { atom } from 'jotai';
import { isInsideApp } from '../../lib/app-bridge.ts';
import { useInstallationSettings } from './settings.ts';

export const supportChatOpenAtom = atom(false);

/**
 * The page of the support chat; null where there is none, in an installation of its own, and in the mobile app
 * (spec 1 §2).
 */
export function useSupportChatUrl(): string | null {
  const { support_chat_url: url, standalone } = useInstallationSettings();
  return url === '' || standalone || isInsideApp() ? null : url;
}
