/** The types of values in a header of an .rpm. */
const TYPES = { int16: 3, int32: 4, string: 6, bin: 7, stringArray: 8, i18n: 9 } as const;

export type RpmValue =
  | { readonly type: 'int16' | 'int32'; readonly values: readonly number[] }
  | { readonly type: 'string' | 'i18n'; readonly value: string }
  | { readonly type: 'stringArray'; readonly values: readonly string[] }
  | { readonly type: 'bin'; readonly bytes: Buffer };

export const rpmInt16 = (...values: number[]): RpmValue => ({ type: 'int16', values });
export const rpmInt32 = (...values: number[]): RpmValue => ({ type: 'int32', values });
export const rpmString = (value: string): RpmValue => ({ type: 'string', value });
export const rpmStringArray = (...values: string[]): RpmValue => ({ type: 'stringArray', values });
export const rpmLocalizedString = (value: string): RpmValue => ({ type: 'i18n', value });
export const rpmBinary = (bytes: Buffer): RpmValue => ({ type: 'bin', bytes });

const MAGIC = Buffer.from([0x8e, 0xad, 0xe8, 0x01, 0, 0, 0, 0]);
const ENTRY_BYTES = 16;

/**
 * A header of an .rpm (rpm.org, "RPM V4 package format"): an index of tags and the store of their values. Its first
 * tag, the region, says that all tags belong to what is signed.
 * @param region 62 for the signatures, 63 for the package
 */
export function buildRpmHeader(region: 62 | 63, tags: Readonly<Record<number, RpmValue>>): Buffer {
  const index: Buffer[] = [];
  const store: Buffer[] = [];
  let offset = 0;
  // Integer keys of an object are in their order, which is the one that rpm asks for.
  for (const [tag, value] of Object.entries(tags)) {
    const { bytes, count, align } = encode(value);
    const padding = (align - (offset % align)) % align;
    store.push(Buffer.alloc(padding), bytes);
    offset += padding;
    index.push(entry(Number(tag), TYPES[value.type], offset, count));
    offset += bytes.byteLength;
  }
  const entries = index.length + 1;
  // The end of the region is an entry itself, with the way back to the first one.
  store.push(entry(region, TYPES.bin, -entries * ENTRY_BYTES, ENTRY_BYTES));
  index.unshift(entry(region, TYPES.bin, offset, ENTRY_BYTES));
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32BE(entries, 0);
  sizes.writeUInt32BE(offset + ENTRY_BYTES, 4);
  return Buffer.concat([MAGIC, sizes, ...index, ...store]);
}

function entry(tag: number, type: number, offset: number, count: number): Buffer {
  const bytes = Buffer.alloc(ENTRY_BYTES);
  bytes.writeInt32BE(tag, 0);
  bytes.writeInt32BE(type, 4);
  bytes.writeInt32BE(offset, 8);
  bytes.writeInt32BE(count, 12);
  return bytes;
}

function encode(value: RpmValue): { bytes: Buffer; count: number; align: number } {
  switch (value.type) {
    case 'bin':
      return { bytes: value.bytes, count: value.bytes.byteLength, align: 1 };
    case 'string':
    case 'i18n':
      return { bytes: Buffer.from(`${value.value}\0`), count: 1, align: 1 };
    case 'stringArray':
      return {
        bytes: Buffer.from(value.values.map((one) => `${one}\0`).join('')),
        count: value.values.length,
        align: 1,
      };
    case 'int16':
    case 'int32': {
      const size = value.type === 'int16' ? 2 : 4;
      const bytes = Buffer.alloc(size * value.values.length);
      for (const [at, number] of value.values.entries()) bytes.writeUIntBE(number, at * size, size);
      return { bytes, count: value.values.length, align: size };
    }
  }
}
