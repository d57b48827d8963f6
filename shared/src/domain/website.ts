/** Whether a text is the address of a website, with or without its scheme. */
export function isWebsite(text: string): boolean {
  const address = text.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//iu.test(address) ? address : `https://${address}`);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '') return false;
  return /^(?:[\p{L}\d-]+\.)+[\p{L}\d-]{2,}$/u.test(url.hostname) && !/\s/u.test(address);
}
