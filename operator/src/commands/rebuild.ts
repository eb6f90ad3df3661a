import { UsageError } from '@clearcut/platform/cli/command';
import { readModels } from '@clearcut/projections/read-models';
import { rebuildReadModel } from '@clearcut/projections/rebuild';
import type { Command } from '../command.ts';

export const rebuild: Command = {
  call: 'rebuild <read-model>',
  summary: 'Fill a read model again from the first event, then put it in the place of the one that serves.',
  async run([name], context) {
    const model = readModels.find((candidate) => candidate.name === name);
    if (model === undefined) {
      throw new UsageError(
        `There is no read model "${name}". There are: ${readModels.map((known) => known.name).join(', ')}`,
      );
    }
    const report = await rebuildReadModel(model, context);
    return {
      text: `Read model ${report.readModel} rebuilt from ${report.events} events in ${report.milliseconds} ms`,
      json: report,
    };
  },
};
