import { startPostgresAdapter } from './postgres-adapter.ts';
import { messageBusProcessSuite } from './process-suite.ts';

messageBusProcessSuite('PostgreSQL', startPostgresAdapter);
