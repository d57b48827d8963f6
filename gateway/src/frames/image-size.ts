import type { FrameExt } from '@vigil/shared/contract/events/agent-up/thumbnail';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

// JPEG: segments of [ff, kind, length, …]. Kinds c0–cf start a frame, except for these three.
const OTHER_SEGMENTS = new Set([0xc4, 0xc8, 0xcc]);
const isStartOfFrame = (kind: number) => kind >= 0xc0 && kind <= 0xcf && !OTHER_SEGMENTS.has(kind);

function sizeOfJpeg(bytes: Buffer): ImageSize | null {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const kind = bytes[at + 1] ?? 0;
    if (isStartOfFrame(kind)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  return null;
}

const sizeOfPng = (bytes: Buffer): ImageSize | null =>
  bytes.length < 24 ? null : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };

// WebP: the first chunk is the extended header, a lossless or a lossy image; each encodes the size differently.
function sizeOfWebp(bytes: Buffer): ImageSize | null {
  if (bytes.length < 30) return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}

/** Width and height in pixels from the header of an image, without decoding it; null when the header is not valid. */
export const readImageSize: { readonly [E in FrameExt]: (bytes: Buffer) => ImageSize | null } = {
  jpg: sizeOfJpeg,
  png: sizeOfPng,
  webp: sizeOfWebp,
};
