/** An uncompressed image: rows of red, green, blue and, with four channels, alpha. */
export interface RawImage {
  width: number;
  height: number;
  channels: 3 | 4;
  pixels: Uint8Array;
}
