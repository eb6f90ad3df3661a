import { runService } from '@clearcut/platform/service';
import { readModels } from './read-models.ts';
import { startRelay } from './relay/relay.ts';
import { startReadModel } from './runner.ts';

await runService('projections', async (context) => {
  const relay = startRelay(context);
  const followers = await Promise.all(readModels.map((model) => startReadModel(model, context)));
  return {
    async stop() {
      await Promise.all([relay, ...followers].map((subscriber) => subscriber.stop()));
    },
  };
});
