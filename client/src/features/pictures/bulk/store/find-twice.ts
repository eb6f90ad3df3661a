export interface Compared {
  readonly first: readonly File[];
  /** Files with the same bytes as an earlier one. */
  readonly twice: readonly File[];
}

export async function digestOf(file: File): Promise<string | undefined> {
  // Missing on plain http; the pictures are then not compared.
  const subtle = (globalThis.crypto as Partial<Crypto> | undefined)?.subtle;
  if (subtle === undefined) return undefined;
  try {
    return String(new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer())));
  } catch {
    return undefined;
  }
}

export interface Taken {
  readonly bytes: number;
  /** Undefined until its file was read. */
  readonly digest?: string | undefined;
  readonly file: () => Promise<File | undefined>;
}

/** Separates files that are already `taken` or chosen twice. Reads only files of equal size. */
export async function findTwice(files: readonly File[], taken: readonly Taken[]): Promise<Compared> {
  const known = new Map<number, Set<string>>();
  const note = (bytes: number, digest: string | undefined): boolean => {
    if (digest === undefined) return false;
    const digests = known.get(bytes) ?? new Set<string>();
    known.set(bytes, digests);
    return digests.size === digests.add(digest).size;
  };
  for (const { bytes, digest, file } of taken) {
    if (!files.some(({ size }) => size === bytes)) continue;
    const present = digest === undefined ? await file() : undefined;
    note(bytes, digest ?? (present && (await digestOf(present))));
  }
  const first: File[] = [];
  const twice: File[] = [];
  for (const file of files) {
    const isAlone = !known.has(file.size) && files.filter(({ size }) => size === file.size).length === 1;
    if (!isAlone && note(file.size, await digestOf(file))) twice.push(file);
    else first.push(file);
  }
  return { first, twice };
}
