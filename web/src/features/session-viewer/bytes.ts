export const bytesOfText = (text: string): Uint8Array => new TextEncoder().encode(text);
export const bytesOfBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
export const base64OfBytes = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
