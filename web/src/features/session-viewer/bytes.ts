export const bytesOfText = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
export const bytesOfBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
export const base64OfBytes = (bytes: Uint8Array): string =>
  // One by one, because a call takes no hundred thousand arguments.
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
