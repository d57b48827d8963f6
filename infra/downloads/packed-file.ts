/** A file, or a symbolic link, of a package. The name has slashes and does not begin with one. */
export type PackedFile = {
  readonly name: string;
  readonly content: Buffer | string;
  readonly executable?: boolean;
  /** What a link leads to; it has no content. */
  readonly linkTo?: string;
};

export const packedFileBytes = ({ content }: PackedFile): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : content;

export const packedFileMode = ({ executable }: PackedFile): number => (executable ? 0o755 : 0o644);

/** Puts files into a folder of the package. */
export const prefixWithFolder = (folder: string, files: readonly PackedFile[]): PackedFile[] =>
  files.map((file) => ({ ...file, name: `${folder}/${file.name}` }));

/** All folders above the files, each after the one that it lies in. */
export function foldersOf(files: readonly PackedFile[]): string[] {
  const folders = new Set<string>();
  for (const { name } of files) {
    const parts = name.split('/').slice(0, -1);
    for (let depth = 1; depth <= parts.length; depth += 1) folders.add(parts.slice(0, depth).join('/'));
  }
  return [...folders].toSorted();
}

/** Sorts files by name, so that the order in which a folder is read makes no difference. */
export const sortByName = (files: readonly PackedFile[]): PackedFile[] =>
  files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
