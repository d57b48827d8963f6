import type { PublicNews } from '@vigil/shared/platform/announcements';
import { channels } from '@vigil/shared/platform/redis/keys';
import type { BrowserNamespace } from '../core/sockets.ts';
import type { Deps } from '../deps.ts';

/** Passes what concerns everybody on to every browser of this gateway. */
export async function passPublicNews(console: BrowserNamespace, { redis }: Deps): Promise<AsyncDisposable> {
  const unsubscribe = await redis.subscribe(channels.everybody, (text) => {
    const { t, ...news } = JSON.parse(text) as PublicNews;
    console.emit(t, news);
  });
  return { [Symbol.asyncDispose]: () => unsubscribe().catch(() => undefined) };
}
