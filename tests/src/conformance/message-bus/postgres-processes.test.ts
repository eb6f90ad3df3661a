import { startPostgresAdapter } from './postgres-adapter.ts';
import { messageBusProcessSuite } from './suites/process-suite.ts';

messageBusProcessSuite('PostgreSQL', startPostgresAdapter);
