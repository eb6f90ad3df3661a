import { apiKeyReadModel } from './api-key/projection.ts';
import { figuresReadModel } from './figures/projection.ts';
import { creditLedgerReadModel } from './ledger/projection.ts';
import { modelsSeenReadModel } from './models-seen/projection.ts';
import type { ReadModel } from './read-model.ts';
import { replaysReadModel } from './replays/projection.ts';
import { securityLogReadModel } from './security-log/projection.ts';
import { signUpsReadModel } from './sign-ups/projection.ts';
import { staffAuditReadModel } from './staff-audit/projection.ts';
import { supportAccessReadModel } from './support-access/projection.ts';
import { supportIndexReadModel } from './support-index/projection.ts';
import { teamReadModel } from './team/projection.ts';
import { transactionReadModel } from './transaction/projection.ts';

export const readModels: readonly ReadModel[] = [
  transactionReadModel,
  teamReadModel,
  creditLedgerReadModel,
  apiKeyReadModel,
  securityLogReadModel,
  supportIndexReadModel,
  supportAccessReadModel,
  staffAuditReadModel,
  signUpsReadModel,
  replaysReadModel,
  figuresReadModel,
  modelsSeenReadModel,
];
