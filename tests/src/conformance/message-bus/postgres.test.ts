import { startPostgresAdapter } from './postgres-adapter.ts';
import { messageBusSuite } from './suite.ts';

messageBusSuite('PostgreSQL', startPostgresAdapter);
