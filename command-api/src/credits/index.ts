export { proofReply } from './audit/audit-csv.ts';
export { auditLedger, beginAudit } from './audit/audit.ts';
export { progressReply } from './audit/progress.ts';
export {
  adjustCredits,
  clawBackCredits,
  creditPoolAggregate,
  emptyPool,
  expireCredits,
  grantCredits,
  type PoolCommand,
  refundSpend,
  returnClawback,
  spendCredits,
} from './domain/credit-pool.ts';
export { findSpend, type Spend } from './find-spend.ts';
export { createCreditPool, type CreditPool } from './handler.ts';
export { migrateCredits } from './migrate.ts';
export { ledgerRoutes } from './routes.ts';
export { grantStarterCredits, startStarterCreditsPolicy } from './starter-credits.ts';
