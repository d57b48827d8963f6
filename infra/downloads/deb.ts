import { createHash } from 'node:crypto';
import { gzipForPackage, FIXED_ARCHIVE_DATE, createTar } from './archives.ts';
import { renderInstallTemplate, type LinuxPackage } from './linux-package.ts';
import { packedFileBytes, prefixWithFolder, type PackedFile } from './packed-file.ts';

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/**
 * Node 24 asks for these; the libraries that capture the screen ask for more, and the agent works without live view
 * where they are missing.
 */
const DEPENDS = 'libc6 (>= 2.28), libstdc++6 (>= 6)';

/** Scripts of the package manager, by their names in a package and in our folder. */
const SCRIPTS = ['postinst', 'prerm', 'postrm'];

/** A package for Debian, Ubuntu and their relatives (deb(5)): an `ar` archive of three members. */
export async function buildDebPackage(linux: LinuxPackage): Promise<Buffer> {
  const control = await Promise.all([
    createTar(await controlFiles(linux)),
    createTar(prefixWithFolder('.', linux.files)),
  ]);
  const [about = Buffer.alloc(0), data = Buffer.alloc(0)] = await Promise.all(control.map(gzipForPackage));
  return ar([
    ['debian-binary', Buffer.from('2.0\n')],
    ['control.tar.gz', about],
    ['data.tar.gz', data],
  ]);
}

async function controlFiles({ name, version, arch, summary, description, files }: LinuxPackage): Promise<PackedFile[]> {
  const size = files.reduce((sum, file) => sum + packedFileBytes(file).byteLength, 0);
  const control = `Package: ${name}
Version: ${version}
Architecture: ${ARCHITECTURES[arch]}
Maintainer: Vigil <support@vigil.invalid>
Installed-Size: ${Math.ceil(size / 1024)}
Depends: ${DEPENDS}
Section: admin
Priority: optional
Description: ${summary}
 ${description}
`;
  const md5 = (file: PackedFile): string => createHash('md5').update(packedFileBytes(file)).digest('hex');
  const sums = files.filter((file) => file.linkTo === undefined).map((file) => `${md5(file)}  ${file.name}\n`);
  const scripts = SCRIPTS.map(async (script) => ({
    name: script,
    content: await renderInstallTemplate(`deb-${script}.sh`),
    executable: true,
  }));
  return prefixWithFolder('.', [
    { name: 'control', content: control },
    { name: 'md5sums', content: sums.join('') },
    ...(await Promise.all(scripts)),
  ]);
}

/** The archive of ar(5) in its common form: a line of text before each member, which begins at an even byte. */
function ar(members: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const seconds = String(FIXED_ARCHIVE_DATE.getTime() / 1000);
  const parts = members.flatMap(([name, content]) => {
    const fields = [
      name.padEnd(16),
      seconds.padEnd(12),
      '0     ',
      '0     ',
      '100644  ',
      String(content.byteLength).padEnd(10),
    ];
    const padding = content.byteLength % 2 === 1 ? '\n' : '';
    return [Buffer.from(`${fields.join('')}\`\n`), content, Buffer.from(padding)];
  });
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}
