import type { MessageBus, OutgoingMessage, Outcome } from './port.ts';
import type { Tracing } from '../telemetry/tracing/port.ts';

export function tracedMessageBus(bus: MessageBus, tracing: Tracing): MessageBus {
  async function publish(topic: string, messages: readonly OutgoingMessage[]): Promise<void> {
    const spans = messages.map(({ id, traceparent: parent }) =>
      tracing.begin({ name: `publish ${topic}`, kind: 'producer', parent, attributes: { 'messaging.message.id': id } }),
    );
    try {
      const traced = messages.map((message, index) => withParent(message, spans[index]?.traceparent));
      await bus.publish(topic, traced);
    } catch (error) {
      for (const span of spans) span.fail(error instanceof Error ? error.name : 'Error');
      throw error;
    } finally {
      for (const span of spans) span.end();
    }
  }

  return {
    publish,
    consume: (options) =>
      bus.consume({
        ...options,
        handler: (delivery) =>
          tracing.within(
            {
              name: `work on ${options.topic}`,
              kind: 'consumer',
              parent: delivery.traceparent,
              attributes: { 'messaging.message.id': delivery.id, 'clearcut.attempt': delivery.attempt },
            },
            async ({ traceparent }) =>
              outcomeWithParent(
                await options.handler({
                  ...delivery,
                  publish: (topic, messages) =>
                    delivery.publish(
                      topic,
                      messages.map((message) => withParent(message, traceparent)),
                    ),
                }),
                traceparent,
              ),
          ),
      }),
    deadLetters: (topic) => bus.deadLetters(topic),
    deadLetterCount: (topic) => bus.deadLetterCount(topic),
    redrive: (topic, id) => bus.redrive(topic, id),
    depth: (topic) => bus.depth(topic),
    waiting: (topic) => bus.waiting(topic),
    ahead: (topic, id, most) => bus.ahead(topic, id, most),
    raisePriority: (topic, id, priority) => bus.raisePriority(topic, id, priority),
    close: () => bus.close(),
  };
}

const withParent = (message: OutgoingMessage, traceparent: string | undefined): OutgoingMessage =>
  traceparent === undefined ? message : { ...message, traceparent };

const outcomeWithParent = ({ publish = [] }: Outcome, traceparent: string | undefined): Outcome => ({
  publish: publish.map(({ topic, messages }) => ({
    topic,
    messages: messages.map((message) => withParent(message, traceparent)),
  })),
});
