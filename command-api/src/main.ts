import { runService } from '@clearcut/platform/service';
import { startCommandApi } from './compose/command-api.ts';

await runService('command-api', (context) => startCommandApi(context));
