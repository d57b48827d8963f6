// Where the scripts of a wall fail to load, nothing of them can load the page again, and nobody touches a wall. So this file is a classic
// script of its own, which the browser has in its cache (web-client.ts of the API).
{
  // The pages that nobody touches, as in page-error.tsx.
  const UNATTENDED = /^\/[a-z]{2}\/(wall|screen)(\/|$)/u;
  const LOOK_EACH_MS = 60_000;

  const reloadIfServed = async () => {
    const answer = await fetch(location.href, { cache: 'no-store', headers: { accept: 'text/html' } });
    if (answer.ok) location.reload();
  };

  // It goes on when the page has content: an error that nothing catches empties it again.
  setInterval(() => {
    const isBlank = (document.getElementById('root')?.childElementCount ?? 0) === 0;
    // Without an answer it asks again a minute later.
    if (isBlank && UNATTENDED.test(location.pathname)) reloadIfServed().catch(() => undefined);
  }, LOOK_EACH_MS);
}
