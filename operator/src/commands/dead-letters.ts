import { identifyMessage } from '@clearcut/platform/message-bus/identify-message';
import type { Command } from '../command.ts';

export const deadLetters: Command = {
  call: 'dead-letters',
  summary: 'List the messages that were given up after all their attempts.',
  async run(_args, { messageBus }) {
    const letters = await messageBus.deadLetters();
    const lines = letters.map(({ topic, id, body, attempts, diedAt, error }) => {
      const about = Object.entries(identifyMessage(body)).map(([name, value]) => `, ${name} ${value}`);
      return `${topic} ${id}: given up ${diedAt.toISOString()} after ${attempts} attempts${about.join('')}: ${error}`;
    });
    return { text: lines.length === 0 ? 'No dead letters' : lines.join('\n'), json: letters };
  },
};
