/** What the halves of the stand-in for KurrentDB share of its protocol. */
import type shared from '@eventstore/db-client/generated/shared_pb.js';

/** Ticks of .NET, 100 ns each, in which the server says when an event was stored. */
export const TICKS_PER_MS = 10_000n;

export function nameOf(identifier: shared.StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

export function uuidOf(uuid: shared.UUID | undefined): string {
  if (uuid === undefined) throw new Error('There is no id');
  if (uuid.hasString()) return uuid.getString();
  const high = BigInt.asUintN(64, BigInt(uuid.getStructured()?.getMostSignificantBits() ?? 0));
  const low = BigInt.asUintN(64, BigInt(uuid.getStructured()?.getLeastSignificantBits() ?? 0));
  const hex = high.toString(16).padStart(16, '0') + low.toString(16).padStart(16, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
