import type { Command } from '../command.ts';

export const redrive: Command = {
  call: 'redrive <topic> <id>',
  summary: 'Put a dead letter back to be worked on, with a fresh count of attempts.',
  async run([topic = '', id = ''], { messageBus }) {
    if (!(await messageBus.redrive(topic, id))) throw new Error(`There is no dead letter ${id} on ${topic}`);
    return { text: `Message ${id} waits on ${topic} again`, json: { topic, id, redriven: true } };
  },
};
