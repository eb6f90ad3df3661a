import { z } from 'zod';
import { mapTexts, toStorable } from './text/characters.ts';

/** Upgrades data by one schema version. */
export type Upcaster = (data: unknown) => unknown;

export interface EventDefinition<Type extends string = string, Data = unknown> {
  /** Stored in every event; never changes. */
  readonly type: Type;
  readonly schemaVersion: number;
  readonly schema: z.ZodType<Data>;
  readonly upcasters: readonly Upcaster[];
}

export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

export type EventOf<D> = D extends EventDefinition<infer Type, infer Data> ? DomainEvent<Type, Data> : never;

/**
 * Declares an event type. `upcasters[n]` turns version n + 1 into n + 2; the current version is `upcasters.length + 1`.
 * Each version keeps an example under `golden/`.
 */
export function defineEvent<const Type extends string, Data>(
  type: Type,
  schema: z.ZodType<Data>,
  upcasters: readonly Upcaster[] = [],
): EventDefinition<Type, Data> {
  return { type, schema, upcasters, schemaVersion: upcasters.length + 1 };
}

export function eventGuard<D extends EventDefinition<string, never> | EventDefinition>(
  definitions: readonly D[],
): (event: DomainEvent) => event is EventOf<D> & DomainEvent {
  const types = new Set(definitions.map(({ type }) => type));
  return (event): event is EventOf<D> & DomainEvent => types.has(event.type);
}

export interface StoredEvent {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
}

/** Unknown or unreadable stored event. Readers must stop: skipping would lose a fact for good. */
export class UnreadableEventError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableEventError';
  }
}

export interface EventCodec<E extends DomainEvent> {
  /** @throws z.ZodError when the data does not fit the current schema: a programming error. */
  encode(event: E): StoredEvent;
  /**
   * Texts that no read model could hold come back with those characters replaced: logs may have them from before appends refused them.
   * @throws UnreadableEventError for an unknown type, a version from the future, or data that does not fit
   */
  decode(stored: StoredEvent): E;
}

export function createEventCodec<D extends EventDefinition<string, never> | EventDefinition>(
  definitions: readonly D[],
): EventCodec<EventOf<D>> {
  const byType = new Map(definitions.map((definition) => [definition.type, definition as EventDefinition]));
  return {
    encode(event) {
      const definition = byType.get(event.type);
      if (definition === undefined) throw new UnreadableEventError(`Unknown event type "${event.type}"`);
      return { type: event.type, schemaVersion: definition.schemaVersion, data: definition.schema.parse(event.data) };
    },
    decode(stored) {
      const definition = byType.get(stored.type);
      if (definition === undefined) throw new UnreadableEventError(`Unknown event type "${stored.type}"`);
      if (stored.schemaVersion < 1 || stored.schemaVersion > definition.schemaVersion) {
        throw new UnreadableEventError(
          `${stored.type} has schema version ${stored.schemaVersion}; this code knows 1 to ${definition.schemaVersion}`,
        );
      }
      const upcasted = definition.upcasters
        .slice(stored.schemaVersion - 1)
        .reduce((data, upcast) => upcast(data), mapTexts(stored.data, toStorable));
      const parsed = definition.schema.safeParse(upcasted);
      if (!parsed.success) {
        throw new UnreadableEventError(
          `${stored.type} v${stored.schemaVersion} does not fit its schema: ${z.prettifyError(parsed.error)}`,
        );
      }
      return { type: stored.type, data: parsed.data } as EventOf<D>;
    },
  };
}
