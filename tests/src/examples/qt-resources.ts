/** Size of a node of format version 2 and later, in bytes. */
const NODE = 22;
const IS_COMPRESSED = 1;
const IS_FOLDER = 2;

/**
 * Reads one file of a compiled Qt resource file (`rcc`, format 2 or 3), which stores pictures as they are.
 * @throws Error without such a file, or if it is compressed
 */
export function fileInQtResources(resources: Buffer, path: string): Buffer {
  if (resources.toString('latin1', 0, 4) !== 'qres') throw new Error('Not a compiled Qt resource file');
  const [tree, data, names] = [8, 12, 16].map((at) => resources.readUInt32BE(at)) as [number, number, number];
  const nodeAt = (index: number): number => tree + index * NODE;
  const isSet = (node: number, flag: number): boolean => (resources.readUInt16BE(node + 4) & flag) !== 0;
  const nameOf = (node: number): string => {
    const at = names + resources.readUInt32BE(node);
    const text = Buffer.from(resources.subarray(at + 6, at + 6 + 2 * resources.readUInt16BE(at)));
    return text.swap16().toString('utf16le');
  };

  let node = nodeAt(0);
  for (const part of path.split('/')) {
    if (!isSet(node, IS_FOLDER)) throw new Error(`No folder holds ${part} of ${path}`);
    const first = resources.readUInt32BE(node + 10);
    const children = Array.from({ length: resources.readUInt32BE(node + 6) }, (_, index) => nodeAt(first + index));
    const child = children.find((one) => nameOf(one) === part);
    if (child === undefined) throw new Error(`No ${part} of ${path}`);
    node = child;
  }
  if (isSet(node, IS_COMPRESSED)) throw new Error(`${path} is compressed`);
  const at = data + resources.readUInt32BE(node + 10);
  return resources.subarray(at + 4, at + 4 + resources.readUInt32BE(at));
}
