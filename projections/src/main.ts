import { forgetSubscriber } from '@clearcut/platform/event-store/subscriber';
import { runService } from '@clearcut/platform/service';
import { EVENT_FEED, startEventFeed } from './event-feed/event-feed.ts';
import { readModels } from './read-models.ts';
import { startRelay } from './relay/relay.ts';
import { startReplayRelay } from './replays/replay-relay.ts';
import { startRebuilds } from './rebuild-requests.ts';
import { startReadModel } from './runner.ts';

await runService('projections', async (context) => {
  const relays = [startRelay(context), startReplayRelay(context)];
  const { eventFeed } = context;
  const feeds = eventFeed ? [startEventFeed({ ...context, eventFeed })] : [];
  if (!eventFeed) await forgetSubscriber(context.database, EVENT_FEED, context.log);
  const followers = await Promise.all(readModels.map((model) => startReadModel(model, context)));
  const rebuilds = startRebuilds(readModels, context);
  return {
    async stop() {
      await Promise.all([...relays, rebuilds, ...feeds, ...followers].map((subscriber) => subscriber.stop()));
    },
  };
});
