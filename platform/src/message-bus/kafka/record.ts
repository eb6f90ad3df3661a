import type { KafkaMessage } from 'kafkajs';
import { isStorable } from './foreign.ts';

/** Records of one key keep their order. */
export interface KafkaRecord {
  readonly key: string;
  readonly value: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Falls back to the record's place. */
export function received(
  { key: bytes, value, headers, offset }: KafkaMessage,
  topic: string,
  partition: number,
): KafkaRecord {
  const key = bytes?.toString();
  return {
    key: key !== undefined && isStorable(key) ? key : `${topic}/${partition}/${offset}`,
    value: value?.toString() ?? '',
    headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)])),
  };
}
