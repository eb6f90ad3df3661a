import { startPostgresAdapter } from './postgres-adapter.ts';
import { messageBusSuite } from './suites/suite.ts';

messageBusSuite('PostgreSQL', startPostgresAdapter);
