import { createHash } from 'node:crypto';
import path from 'node:path';
import { gzipForPackage, FIXED_ARCHIVE_DATE } from './archives.ts';
import { renderInstallTemplate, type LinuxPackage } from './linux-package.ts';
import { packedFileBytes, foldersOf, packedFileMode, type PackedFile } from './packed-file.ts';
import {
  rpmBinary,
  rpmLocalizedString,
  rpmInt16,
  rpmInt32,
  buildRpmHeader,
  rpmString,
  rpmStringArray,
  type RpmValue,
} from './rpm-header.ts';

const ARCHITECTURES = {
  x64: { name: 'x86_64', lead: 1 },
  arm64: { name: 'aarch64', lead: 19 },
};
const RELEASE = '1';
const SHA256 = 8;
const SECONDS = FIXED_ARCHIVE_DATE.getTime() / 1000;
// Of rpm's dependencies (rpmds.h).
const EQUAL = 0x08;
const LESS_OR_EQUAL_RPMLIB = 0x01_00_00_0a;

/** What is in the payload: the files, and the folders that are the package's own. */
type Inode = { readonly path: string; readonly mode: number; readonly content: Buffer; readonly link: string };

const FILE = 0o100_000;
const FOLDER = 0o040_000;
const LINK = 0o120_000;
const KIND = 0o170_000;

function inodesOf({ name, files }: LinuxPackage): Inode[] {
  const own = foldersOf(files).filter((folder) => folder.split('/').includes(name));
  const inodes = [
    ...own.map((folder) => ({ path: `/${folder}`, mode: FOLDER | 0o755, content: Buffer.alloc(0), link: '' })),
    ...files.map((file: PackedFile) => ({
      path: `/${file.name}`,
      mode: file.linkTo === undefined ? FILE | packedFileMode(file) : LINK | 0o777,
      content: file.linkTo === undefined ? packedFileBytes(file) : Buffer.from(file.linkTo),
      link: file.linkTo ?? '',
    })),
  ];
  return inodes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * A package for Fedora, RHEL, SUSE and their relatives, without a signature, in the format that all of them read
 * (version 4).
 */
export async function buildRpmPackage(linux: LinuxPackage): Promise<Buffer> {
  const inodes = inodesOf(linux);
  const payload = cpio(inodes);
  const packed = await gzipForPackage(payload);
  const header = buildRpmHeader(63, { ...(await aboutPackage(linux)), ...aboutFiles(inodes), ...aboutPayload(packed) });
  const digest = (algorithm: string, ...parts: Buffer[]) => {
    const hash = createHash(algorithm);
    for (const part of parts) hash.update(part);
    return hash.digest();
  };
  const signature = buildRpmHeader(62, {
    269: rpmString(digest('sha1', header).toString('hex')),
    273: rpmString(digest('sha256', header).toString('hex')),
    1000: rpmInt32(header.byteLength + packed.byteLength),
    1004: rpmBinary(digest('md5', header, packed)),
    1007: rpmInt32(payload.byteLength),
  });
  const padding = Buffer.alloc((8 - (signature.byteLength % 8)) % 8);
  return Buffer.concat([lead(linux), signature, padding, header, packed]);
}

/** The first 96 bytes, of which today's programs read the magic number only. */
function lead({ name, version, arch }: LinuxPackage): Buffer {
  const bytes = Buffer.alloc(96);
  bytes.writeUInt32BE(0xed_ab_ee_db, 0);
  bytes.writeUInt8(3, 4);
  bytes.writeUInt16BE(ARCHITECTURES[arch].lead, 8);
  bytes.write(`${name}-${version}-${RELEASE}`, 10, 65);
  bytes.writeUInt16BE(1, 76);
  bytes.writeUInt16BE(5, 78);
  return bytes;
}

async function aboutPackage(linux: LinuxPackage): Promise<Record<number, RpmValue>> {
  const { name, version, arch, summary, description } = linux;
  const requires: [name: string, flags: number, version: string][] = [
    ['/bin/sh', 0, ''],
    ['libc.so.6(GLIBC_2.28)(64bit)', 0, ''],
    ['libstdc++.so.6()(64bit)', 0, ''],
    ['rpmlib(CompressedFileNames)', LESS_OR_EQUAL_RPMLIB, '3.0.4-1'],
    ['rpmlib(FileDigests)', LESS_OR_EQUAL_RPMLIB, '4.6.0-1'],
    ['rpmlib(PayloadFilesHavePrefix)', LESS_OR_EQUAL_RPMLIB, '4.0-1'],
  ];
  return {
    100: rpmStringArray('C'),
    1000: rpmString(name),
    1001: rpmString(version),
    1002: rpmString(RELEASE),
    1004: rpmLocalizedString(summary),
    1005: rpmLocalizedString(description),
    1006: rpmInt32(SECONDS),
    1007: rpmString('vigil'),
    1014: rpmString('Proprietary'),
    1016: rpmLocalizedString('System Environment/Daemons'),
    1021: rpmString('linux'),
    1022: rpmString(ARCHITECTURES[arch].name),
    1024: rpmString(await renderInstallTemplate('rpm-postin.sh')),
    1025: rpmString(await renderInstallTemplate('rpm-preun.sh')),
    1026: rpmString(await renderInstallTemplate('rpm-postun.sh')),
    1044: rpmString(`${name}-${version}-${RELEASE}.src.rpm`),
    1047: rpmStringArray(name),
    1048: rpmInt32(...requires.map(([, flags]) => flags)),
    1049: rpmStringArray(...requires.map(([one]) => one)),
    1050: rpmStringArray(...requires.map(([, , one]) => one)),
    1064: rpmString('4.18.0'),
    1086: rpmString('/bin/sh'),
    1087: rpmString('/bin/sh'),
    1088: rpmString('/bin/sh'),
    1112: rpmInt32(EQUAL),
    1113: rpmStringArray(`${version}-${RELEASE}`),
  };
}

function aboutFiles(inodes: readonly Inode[]): Record<number, RpmValue> {
  const folderOf = (inode: Inode): string => `${path.posix.dirname(inode.path)}/`;
  const folders = [...new Set(inodes.map(folderOf))].toSorted();
  const isFile = ({ mode }: Inode): boolean => (mode & KIND) === FILE;
  const every = (value: number): number[] => inodes.map(() => value);
  return {
    1009: rpmInt32(inodes.reduce((sum, { content }) => sum + content.byteLength, 0)),
    1028: rpmInt32(...inodes.map(({ content }) => content.byteLength)),
    1030: rpmInt16(...inodes.map(({ mode }) => mode)),
    1033: rpmInt16(...every(0)),
    1034: rpmInt32(...every(SECONDS)),
    1035: rpmStringArray(
      ...inodes.map((one) => (isFile(one) ? createHash('sha256').update(one.content).digest('hex') : '')),
    ),
    1036: rpmStringArray(...inodes.map(({ link }) => link)),
    1037: rpmInt32(...every(0)),
    1039: rpmStringArray(...inodes.map(() => 'root')),
    1040: rpmStringArray(...inodes.map(() => 'root')),
    1045: rpmInt32(...every(0xff_ff_ff_ff)),
    1095: rpmInt32(...every(1)),
    1096: rpmInt32(...inodes.map((_inode, at) => at + 1)),
    1097: rpmStringArray(...inodes.map(() => '')),
    1116: rpmInt32(...inodes.map((inode) => folders.indexOf(folderOf(inode)))),
    1117: rpmStringArray(...inodes.map((inode) => path.posix.basename(inode.path))),
    1118: rpmStringArray(...folders),
    5011: rpmInt32(SHA256),
  };
}

const aboutPayload = (packed: Buffer): Record<number, RpmValue> => ({
  1124: rpmString('cpio'),
  1125: rpmString('gzip'),
  1126: rpmString('6'),
  5092: rpmStringArray(createHash('sha256').update(packed).digest('hex')),
  5093: rpmInt32(SHA256),
});

/**
 * The archive of cpio(5) in its "new ASCII" form: fields of eight hexadecimal digits, everything at a multiple of four
 * bytes.
 */
function cpio(inodes: readonly Inode[]): Buffer {
  const parts = inodes.flatMap((inode, at) => record(`.${inode.path}`, inode, at + 1));
  return Buffer.concat([...parts, ...record('TRAILER!!!', { mode: 0, content: Buffer.alloc(0) }, 0)]);
}

function record(name: string, { mode, content }: Pick<Inode, 'mode' | 'content'>, inode: number): Buffer[] {
  const links = (mode & KIND) === FOLDER ? 2 : 1;
  const time = inode === 0 ? 0 : SECONDS;
  const fields = [inode, mode, 0, 0, links, time, content.byteLength, 0, 0, 0, 0, name.length + 1, 0];
  const head = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}${name}\0`;
  const padding = (length: number): Buffer => Buffer.alloc((4 - (length % 4)) % 4);
  return [Buffer.from(head), padding(head.length), content, padding(content.byteLength)];
}
