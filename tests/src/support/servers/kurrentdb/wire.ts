/** Shared protocol parts of the KurrentDB stand-in. Errors have the server's form (`RpcExceptions` in its source). */
import type shared from '@eventstore/db-client/generated/shared_pb.js';
import { Metadata, status } from '@grpc/grpc-js';

/** .NET ticks of 100 ns, the unit of the server's event times. */
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

function refusal(code: status, details: string, trailers: Record<string, string> = {}): Error {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export const notReady = (): Error => refusal(status.UNAVAILABLE, 'Server Is Not Ready');

export const timedOut = (): Error => refusal(status.ABORTED, 'Operation timed out: Prepare phase timeout');

export const leaderless = (): Error => refusal(status.UNKNOWN, 'No leader info available in response');

/** Sent by a follower when the call requires the leader. */
export const notLeader = (leader: { readonly host: string; readonly port: number }): Error =>
  refusal(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': leader.host,
    'leader-endpoint-port': `${leader.port}`,
  });

export const tooLarge = (limit: number): Error =>
  refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': `${limit}`,
  });

export const unauthenticated = (): Error => refusal(status.UNAUTHENTICATED, 'Unauthenticated');

export const forbidden = (): Error =>
  refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
